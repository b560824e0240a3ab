import compile from 'icu-minify/compile'
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'

/** A text of a mail with its arguments filled in; throws when one is missing. */
export type MailTexts<Key extends string> = (
  key: Key,
  values?: Record<string, string | number>,
) => string

const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-ES' }

/** By which numbers, money and days are written, as the pages do. */
export const localeOf = (language: string): string => LOCALES[language] ?? language

const formatters: FormatOptions['formatters'] = {
  getNumberFormat: (...options) => new Intl.NumberFormat(...options),
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  getPluralRules: (...options) => new Intl.PluralRules(...options),
}

/** One file of messages; `locale` is how its numbers are written. */
function compileTexts<Key extends string>(
  locale: string,
  messages: Record<Key, string>,
): MailTexts<Key> {
  const compiled = new Map<string, CompiledMessage>(
    Object.entries<string>(messages).map(([key, text]) => {
      try {
        return [key, compile(text)]
      } catch (error) {
        throw new Error(`The message ${key} of a mail: ${String(error)}`, { cause: error })
      }
    }),
  )
  return (key, values) => {
    const message = compiled.get(key)
    if (message === undefined) throw new Error(`There is no message ${key} for a mail`)
    return String(format(message, locale, values, { formatters, timeZone: 'UTC' }))
  }
}

/**
 * Compiles the ICU messages of a domain's mails, one file a language: `messages/en.json` of the domain and its neighbors.
 * @returns the texts of a language; of one that is not there those in English
 * @throws Error that names the key of a message that ICU does not understand
 */
export function mailTextsIn<Key extends string>(
  languages: { en: Record<Key, string> } & Record<string, Record<Key, string>>,
): (language: string) => MailTexts<Key> {
  const texts = new Map(
    Object.entries<Record<Key, string>>(languages).map(([language, messages]) => [
      language,
      compileTexts(localeOf(language), messages),
    ]),
  )
  const english = texts.get('en')!
  return (language) => texts.get(language) ?? english
}
