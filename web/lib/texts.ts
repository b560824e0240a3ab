import format, { type CompiledMessage } from 'icu-minify/format'
import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useRouteLoaderData } from 'react-router'
import { DEFAULT_LANGUAGE, type Language, localeOf } from './language.ts'
import type { RootData } from './site.ts'

type Messages = Record<string, CompiledMessage>
type Values = Record<string, string | number | Date>
type Value = Values[string]

/** The texts of one feature in one language. */
export interface Texts<Key extends string = string> {
  /**
   * A text with its arguments filled in.
   * @throws Error when an argument is missing
   */
  (key: Key, values?: Values): string
  /**
   * A text with elements in it: `Read the <link>terms</link>` with `{ link: <Anchor href="..." /> }`. What stands between the
   * tags becomes the element's children; nothing (`<icon></icon>`) leaves its own.
   * @throws Error when the text names an element in braces
   */
  rich(key: Key, values: Record<string, Value | ReactElement>): ReactNode
}

const formatters = {
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...options),
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...options),
}

/** Makes the texts of compiled messages (scripts/vite/messages.ts); numbers, dates and plurals follow the language. */
export function createTexts(messages: Messages, language: Language): Texts {
  // Days are in UTC, the same on the server and in the browser.
  const options = { formatters, timeZone: 'UTC' }
  const locale = localeOf(language)
  const find = (key: string): CompiledMessage => {
    const message = messages[key]
    if (message === undefined) throw new Error(`There is no text ${key} in ${language}`)
    return message
  }
  return Object.assign(
    (key: string, values?: Values) => String(format(find(key), locale, values, options)),
    {
      rich(key: string, values: Record<string, Value | ReactElement>): ReactNode {
        const filled = Object.entries(values).map(([name, value]) => [
          name,
          isValidElement(value) ? tagOf(name, value) : value,
        ])
        const parts = format<ReactNode>(find(key), locale, Object.fromEntries(filled), options)
        return Array.isArray(parts) ? together(parts) : parts
      },
    },
  )
}

/** Returns what fills a tag of a text. In braces its source would be written, so that is an error. */
const tagOf = (name: string, element: ReactElement) =>
  Object.assign((parts: ReactNode[]) => around(element, parts), {
    toString(): never {
      throw new Error(`An element stands in tags, as <${name}></${name}>, not in {${name}}`)
    },
  })

function around(element: ReactElement, parts: ReactNode[]): ReactNode {
  return parts.every((part) => part === '')
    ? element
    : cloneElement(element, undefined, together(parts))
}

/** Without React's demand for keys: the parts of a text never change places. */
const together = (parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

/** The compiled files of all languages: only the server has them, for it writes pages in each. */
let all: Record<string, Messages> = {}
/** The names of the English ones. */
let names = new Map<unknown, string>()

const ENGLISH = 'en'
const ENGLISH_FILES = `/web/messages/${ENGLISH}/`

/** Tells the texts of all languages, by the paths of their files. */
export function provideMessages(files: Record<string, Messages>): void {
  all = files
  names = new Map(
    Object.entries(files)
      .filter(([path]) => path.startsWith(ENGLISH_FILES))
      .map(([path, messages]) => [messages, path.slice(ENGLISH_FILES.length)]),
  )
}

/**
 * Gives the messages of a whole file in a language, for the server.
 * @param own the English file, as it is imported
 * @throws Error for anything else, of which no other language is known
 */
export function inLanguage<Own extends object>(own: Own, language: Language): Own {
  if (language === ENGLISH) return own
  const name = names.get(own)
  if (name === undefined) throw new Error('These texts are no English file of messages')
  return { ...own, ...all[`/web/messages/${language}/${name}`] }
}

/** The language of the page. */
export const useLanguage = (): Language =>
  useRouteLoaderData<RootData>('root')?.language ?? DEFAULT_LANGUAGE

/**
 * The texts of a file, of which `web/messages/en/<feature>.json` has the keys. Called once for each file: by the `texts.ts` of a
 * feature, or by the route of a page.
 * @param own the compiled file: on the server the English one, in a browser that of the page's language, which the build
 *   puts in its place; TypeScript sees what is written in the English one
 */
export function textsOf<Key extends string>(feature: string, own: Record<Key, string>) {
  const made = new Map<Language, Texts<Key>>()

  function find(language: Language): Texts<Key> {
    const known = made.get(language)
    if (known) return known
    const texts = createTexts(
      { ...own, ...all[`/web/messages/${language}/${feature}.json`] },
      language,
    )
    made.set(language, texts)
    return texts
  }

  return {
    /** In a component: the texts in the page's language. */
    useTexts: (): Texts<Key> => find(useLanguage()),
    /** Outside of components, as for a page's title. A browser has the language of its page only. */
    textsIn: find,
  }
}
