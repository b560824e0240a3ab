import compile from 'icu-minify/compile'
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'

/** A text of a mail with its arguments filled in; throws when one is missing. */
export type MailTexts<Key extends string> = (
  key: Key,
  values?: Record<string, string | number>,
) => string

const formatters: FormatOptions['formatters'] = {
  getNumberFormat: (...options) => new Intl.NumberFormat(...options),
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  getPluralRules: (...options) => new Intl.PluralRules(...options),
}

/**
 * Compiles the ICU messages of a domain's mails, one file a language: `messages/en.json` of the domain.
 * @throws Error that names the key of a message that ICU does not understand
 */
export function mailTexts<Key extends string>(
  language: string,
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
    return String(format(message, language, values, { formatters, timeZone: 'UTC' }))
  }
}
