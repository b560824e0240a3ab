import format, { type CompiledMessage } from 'icu-minify/format'
import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  use,
} from 'react'
import { useRouteLoaderData } from 'react-router'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'
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
  const find = (key: string): CompiledMessage => {
    const message = messages[key]
    if (message === undefined) throw new Error(`There is no text ${key} in ${language}`)
    return message
  }
  return Object.assign(
    (key: string, values?: Values) => String(format(find(key), language, values, options)),
    {
      rich(key: string, values: Record<string, Value | ReactElement>): ReactNode {
        const filled = Object.entries(values).map(([name, value]) => [
          name,
          isValidElement(value) ? (parts: ReactNode[]) => around(value, parts) : value,
        ])
        const parts = format<ReactNode>(find(key), language, Object.fromEntries(filled), options)
        return Array.isArray(parts) ? together(parts) : parts
      },
    },
  )
}

function around(element: ReactElement, parts: ReactNode[]): ReactNode {
  return parts.every((part) => part === '')
    ? element
    : cloneElement(element, undefined, together(parts))
}

/** Without React's demand for keys: the parts of a text never change places. */
const together = (parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

/** The files of all other languages, each loaded when a page in that language shows its feature. */
const OTHERS = import.meta.glob<Messages>(['/web/messages/*/*.json', '!/web/messages/en/*.json'], {
  import: 'default',
})

const loadMessages = async (language: Language, feature: string): Promise<Messages | undefined> =>
  OTHERS[`/web/messages/${language}/${feature}.json`]?.()

/** The language of the page. */
export const useLanguage = (): Language =>
  useRouteLoaderData<RootData>('root')?.language ?? DEFAULT_LANGUAGE

/**
 * The texts of a feature, of which `web/messages/en/<feature>.json` has the keys. A file `texts.ts` a feature calls this once.
 * @param english the compiled file; TypeScript sees what is written in it
 */
export function textsOf<Key extends string>(
  feature: string,
  english: Record<Key, string>,
  load = loadMessages,
) {
  const inEnglish: Texts<Key> = createTexts(english, DEFAULT_LANGUAGE)
  const loaded = new Map<Language, Texts<Key>>([[DEFAULT_LANGUAGE, inEnglish]])
  const loading = new Map<Language, Promise<Texts<Key>>>()

  async function read(language: Language): Promise<Texts<Key>> {
    const messages = await load(language, feature)
    const texts: Texts<Key> = messages ? createTexts(messages, language) : inEnglish
    loaded.set(language, texts)
    return texts
  }

  function find(language: Language): Texts<Key> | Promise<Texts<Key>> {
    const texts = loaded.get(language) ?? loading.get(language)
    if (texts) return texts
    const coming = read(language)
    loading.set(language, coming)
    return coming
  }

  return {
    /** In a component: the texts in the page's language. Waits (Suspense) for a language that is still to be loaded. */
    useTexts(): Texts<Key> {
      const texts = find(useLanguage())
      return texts instanceof Promise ? use(texts) : texts
    },
    /** Outside of components, as for a page's title: in English until the language is loaded. */
    textsIn: (language: Language): Texts<Key> => loaded.get(language) ?? inEnglish,
    /** Loads a language ahead. */
    ready: async (language: Language): Promise<void> => void (await find(language)),
  }
}
