import { redirect, type RouterContextProvider } from 'react-router'
import {
  DEFAULT_LANGUAGE,
  inLanguage,
  type Language,
  LANGUAGE_COOKIE,
  withoutPrefix,
} from '#web/lib/language.ts'
import {
  brandContext,
  languageContext,
  meContext,
  serverRequestContext,
} from '#web/lib/server-context.ts'
import type { RootData } from '#web/lib/site.ts'
import { cardAddress } from './page-cards.ts'
import { paths } from '#contract/paths.ts'
import { publicPages } from './public-pages.ts'
import { siteOrigin } from './site-origin.ts'

const chosenIn = (cookies: string | null): Language | undefined =>
  new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies ?? '')?.[1]

/** The first language of an `Accept-Language` header that is offered; browsers send the most wanted one first. */
const acceptedIn = (header: string | null, offered: readonly Language[]): Language | undefined =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((language) => offered.includes(language))

/** Pages that have another address: that is the one to list. */
const ALSO_AT: Readonly<Record<string, string>> = {
  '/packs/photo-packs': paths.photoPacks.link(),
  '/packs/video-packs': paths.videoPacks.link(),
}

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Sends on to the page in another language. Who has just chosen one, by `?language=` as the footer's links have it, keeps it: a cookie that
 * the server sets needs no script, which may not have loaded yet. Else who asks for an address without a language gets theirs: the one they
 * chose in this browser or for their account, or on pages that no search engine lists the one that their browser asks for. What an address names is always kept.
 */
export function redirectToLanguage(
  request: Request,
  context: Readonly<RouterContextProvider>,
): void {
  const { languages } = context.get(serverRequestContext)
  if (languages.length < 2) return
  const language = context.get(languageContext)
  const { pathname, search, searchParams } = new URL(request.url)
  const chosen = searchParams.get(LANGUAGE_COOKIE)
  if (chosen !== null && languages.includes(chosen)) {
    searchParams.delete(LANGUAGE_COOKIE)
    const rest = searchParams.size > 0 ? `?${searchParams}` : ''
    const cookie = `${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`
    throw redirect(`${inLanguage(withoutPrefix(pathname, language), chosen)}${rest}`, {
      headers: { 'set-cookie': cookie },
    })
  }
  if (language !== DEFAULT_LANGUAGE) return
  // Only documents: a file like the sitemap has one language, and data are asked for by a page that has its own.
  if (!(request.headers.get('accept') ?? '').includes('text/html') || /\.\w+$/.test(pathname))
    return
  const isPublic = publicPages(context.get(brandContext)).includes(pathname)
  const wanted =
    chosenIn(request.headers.get('cookie')) ??
    context.get(meContext)?.language ??
    (isPublic ? undefined : acceptedIn(request.headers.get('accept-language'), languages))
  if (wanted === undefined || wanted === DEFAULT_LANGUAGE || !languages.includes(wanted)) return
  throw redirect(`${inLanguage(pathname, wanted)}${search}`)
}

/** The addresses of the page that is asked for in every language, if search engines may list it. */
export function alternatesOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
): RootData['alternates'] {
  const { pathname } = new URL(request.url)
  const path = withoutPrefix(pathname, context.get(languageContext)).replace(/(?<=.)\/$/, '')
  const listed = ALSO_AT[path] ?? path
  if (!publicPages(context.get(brandContext)).includes(listed)) return null
  const { languages } = context.get(serverRequestContext)
  const origin = siteOrigin(request, context)
  const at = (link: string, language: Language) => new URL(inLanguage(link, language), origin).href
  const hrefs = languages.map((language) => [language, at(listed, language)])
  const language = context.get(languageContext)
  const card = cardAddress(context.get(brandContext), language, listed)
  return {
    path,
    hrefs: Object.fromEntries(hrefs) as Record<Language, string>,
    card: card && { src: at(card.link, language), alt: card.title },
  }
}
