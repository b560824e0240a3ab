/** A folder of `web/messages`. */
export type Language = string

/** What every text exists in. Its pages have no prefix. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** How the language that somebody chose is kept, for addresses that name none. */
export const LANGUAGE_COOKIE = 'language'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-ES' }

/** By which numbers, money and dates of a language are written. */
export const localeOf = (language: Language): string => LOCALES[language] ?? language

let readOnServer = (): Language => DEFAULT_LANGUAGE

/** The server renders pages of many languages at once, so it says how to tell which one is being rendered. */
export function provideLanguage(read: () => Language): void {
  readOnServer = read
}

/** The language of the page: the browser has only one at a time, for another language is another document. */
export const pageLanguage = (): Language =>
  typeof document === 'undefined'
    ? readOnServer()
    : document.documentElement.lang || DEFAULT_LANGUAGE

/** What stands before the path of every page of a language: nothing for English, else `/es`. */
export const prefixOf = (language: Language): string =>
  language === DEFAULT_LANGUAGE ? '' : `/${language}`

/** The path of a page without the prefix of its language. */
export const withoutPrefix = (path: string, language: Language): string => {
  const prefix = prefixOf(language)
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) || '/' : path
}

/** The address of a page in a language. */
export const inLanguage = (path: string, language: Language): string => {
  const prefix = prefixOf(language)
  return path === '/' && prefix !== '' ? prefix : `${prefix}${path}`
}
