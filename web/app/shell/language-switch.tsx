import { useLocation } from 'react-router'
import { writeCookie } from '#web/lib/cookies.ts'
import { LANGUAGE_COOKIE } from '#web/lib/language.ts'
import { useRootData } from '#web/lib/site.ts'
import classes from './footer.module.css'
import { useTexts } from './texts.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** The same page in each language that is offered: another document, with texts of its own. */
export function LanguageSwitch() {
  const t = useTexts()
  const { language, languages } = useRootData()
  const { pathname, search } = useLocation()
  return (
    <nav aria-label={t('languageSwitch.label')} className={classes.column}>
      <h2>{t('languageSwitch.label')}</h2>
      <ul>
        {languages.map(([code, prefix, name]) => (
          <li key={code}>
            <a
              href={prefix + pathname + search}
              lang={code}
              aria-current={code === language}
              onClick={() => writeCookie(LANGUAGE_COOKIE, code, ONE_YEAR_SECONDS)}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
