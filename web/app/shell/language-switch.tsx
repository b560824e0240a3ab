import { useLocation } from 'react-router'
import { LANGUAGE_COOKIE } from '#web/lib/language.ts'
import { useRootData } from '#web/lib/site.ts'
import classes from './footer.module.css'
import { useTexts } from './texts.ts'

/** The same page in each language that is offered: another document, with texts of its own. The server remembers the choice. */
export function LanguageSwitch() {
  const t = useTexts()
  const { language, languages } = useRootData()
  const { pathname, search } = useLocation()
  const start = search === '' ? '?' : `${search}&`
  return languages.length < 2 ? null : (
    <nav
      aria-label={t('languageSwitch.label')}
      className={`${classes.column} ${classes.languages}`}
    >
      <h2>{t('languageSwitch.label')}</h2>
      <ul>
        {languages.map(([code, name]) => (
          <li key={code}>
            <a
              href={`${pathname}${start}${LANGUAGE_COOKIE}=${code}`}
              rel="nofollow"
              lang={code}
              aria-current={code === language}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
