import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerBuild } from 'react-router'
import { DEFAULT_LANGUAGE, type Language, prefixOf, provideLanguage } from '#web/lib/language.ts'
import { provideMessages } from '#web/lib/texts.ts'

const running = new AsyncLocalStorage<Language>()
provideLanguage(() => running.getStore() ?? DEFAULT_LANGUAGE)
provideMessages(import.meta.glob('/web/messages/**/*.json', { import: 'default', eager: true }))

/** Does something, and all that follows from it, in a language: texts and formats outside of components read it. */
export const runInLanguage = <Result>(language: Language, work: () => Result): Result =>
  running.run(language, work)

/** The language that an address names by its prefix: `/es/pricing`. */
export const languageOf = (path: string, languages: readonly Language[]): Language =>
  languages.find(
    (language) =>
      language !== DEFAULT_LANGUAGE &&
      /^(?:\/|\?|$)/.test(path.slice(prefixOf(language).length)) &&
      path.startsWith(prefixOf(language)),
  ) ?? DEFAULT_LANGUAGE

/** The build as it serves a language: under its prefix, with the browser's files that have its texts. */
export function buildOf(build: ServerBuild, language: Language): ServerBuild {
  if (language === DEFAULT_LANGUAGE) return build
  const assets = JSON.stringify(build.assets).replaceAll(
    /"\/assets\/(?=[\w.-]+\.js")/g,
    `"/assets/${language}/`,
  )
  return {
    ...build,
    basename: prefixOf(language),
    assets: JSON.parse(assets) as ServerBuild['assets'],
  }
}
