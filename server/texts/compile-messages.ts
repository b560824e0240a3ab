import compile from 'icu-minify/compile'
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import { argumentNames } from './argument-names.ts'

const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-ES' }

/** By which numbers, money and days are written, as the pages do. */
export const localeOf = (language: string): string => LOCALES[language] ?? language

const formatters: FormatOptions['formatters'] = {
  getNumberFormat: (...options) => new Intl.NumberFormat(...options),
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  getPluralRules: (...options) => new Intl.PluralRules(...options),
}

/** One file of ICU messages: of a key, the compiled message. */
export type CompiledMessages = ReadonlyMap<string, CompiledMessage>

/**
 * Compiles one file of ICU messages.
 * @param place names the file in errors
 * @throws Error that names the key of a message that ICU does not understand
 */
export const compileMessages = (
  messages: Readonly<Record<string, string>>,
  place: string,
): CompiledMessages =>
  new Map(
    Object.entries(messages).map(([key, text]) => {
      try {
        return [key, compile(text)]
      } catch (error) {
        throw new Error(`The message ${key} of ${place}: ${String(error)}`, { cause: error })
      }
    }),
  )

/**
 * Fills in a compiled message; numbers and plurals follow the language, days are in UTC.
 * @throws Error that names a value which the message takes and is not given
 */
export const fillMessage = (
  message: CompiledMessage,
  language: string,
  values?: Readonly<Record<string, string | number>>,
): string => {
  const missing = argumentNames(message).find((name) => values?.[name] === undefined)
  if (missing !== undefined) throw new Error(`The value ${missing} of a message is not given`)
  return String(format(message, localeOf(language), values, { formatters, timeZone: 'UTC' }))
}
