import { useLocation } from 'react-router'
import { readCookie } from '#web/lib/cookies.ts'
import { LANGUAGE_COOKIE } from '#web/lib/language.ts'
import { type RootData, useRootData } from '#web/lib/site.ts'
import classes from './banners.module.css'
import { useTexts } from './texts.ts'

/** Offers the page in the language that the browser asks for first, until one is chosen; loaded in the browser alone. */
export function LanguageOffer({ languageOffers }: Pick<RootData, 'languageOffers'>) {
  const t = useTexts()
  const { language } = useRootData()
  const { pathname, search } = useLocation()
  const wanted = navigator.language.slice(0, 2)
  const offered = languageOffers.find(({ code }) => code === wanted)
  if (!offered || readCookie(LANGUAGE_COOKIE) !== null) return null
  const start = search === '' ? '?' : `${search}&`
  const linkTo = (code: string) => `${pathname}${start}${LANGUAGE_COOKIE}=${code}`
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
