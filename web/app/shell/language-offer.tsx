import { useLocation } from 'react-router'
import { LANGUAGE_COOKIE } from '#web/lib/language.ts'
import { type RootData, useRootData } from '#web/lib/site.ts'
import classes from './banners.module.css'
import { useTexts } from './texts.ts'

/** Offers the page in the language that the browser asks for, until either is chosen. */
export function LanguageOffer({ offered }: { offered: RootData['languageOffers'][number] }) {
  const t = useTexts()
  const { language } = useRootData()
  const { pathname } = useLocation()
  const linkTo = (code: string) => `${pathname}?${LANGUAGE_COOKIE}=${code}`
  return (
    <aside className={classes.offer} aria-label={offered.text}>
      <a href={linkTo(offered.code)} rel="nofollow" lang={offered.code}>
        {offered.text}
      </a>
      <a href={linkTo(language)} rel="nofollow">
        {t('languageOffer.stay')}
      </a>
    </aside>
  )
}
