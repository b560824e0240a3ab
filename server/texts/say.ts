import type { CompiledMessage } from 'icu-minify/format'
import { argumentNames } from './argument-names.ts'
import { catalogueOf } from './catalogues.ts'
import { fillMessage, localeOf } from './compile-messages.ts'
import { formatMoney } from './format-money.ts'
import { isText, type Said, t, type Text, type Value } from './text.ts'

type SayString = (english: string) => string

/** The languages whose lists of words do not end like those of English. */
const OR: Readonly<Record<string, string>> = { es: 'o' }

/** Stands before the last of a list of words. */
const orIn = (language: string): string => OR[language] ?? 'or'

const dateIn = (language: string, iso: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), { ...how, timeZone: 'UTC' }).format(Date.parse(iso))

function listIn(language: string, words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`)
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${orIn(language)} ${last}`
}

function dataIn(language: string, value: Exclude<Value, Text>): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  if ('day' in value) return dateIn(language, value.day, { dateStyle: 'medium' })
  if ('month' in value) return dateIn(language, value.month, { month: 'long', year: 'numeric' })
  if ('money' in value) return formatMoney(value.money, value.currency, language)
  return listIn(language, value.words)
}

/** Finds a message that can be said with these values, and the language that it is in; null: there is none. */
function findMessage(
  language: string,
  { key, values = {} }: Text,
): { message: CompiledMessage; found: string } | null {
  const [feature, name] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)]
  for (const found of [language, 'en']) {
    const message = catalogueOf(found, feature)?.get(name)
    if (message === undefined) continue
    const isWhole = argumentNames(message).every((argument) => Object.hasOwn(values, argument))
    return isWhole ? { message, found } : null
  }
  return null
}

/** Checks that there is a message for a text and for those among its values. */
export function isSayable(text: Text): boolean {
  return (
    findMessage('en', text) !== null &&
    Object.values(text.values ?? {}).every((value) => !isText(value) || isSayable(value))
  )
}

/**
 * Makes the sentence of a text. A message that is not translated is in English, with its numbers, dates and lists; texts among its
 * values are in the language as far as they are translated.
 *
 * Stored texts outlive the version that wrote them, and one of them must not cost the list or the event that it is part of: a text
 * without a message, or without a value that its message names, is said as `common.wentWrong`. Nothing is logged, because the log
 * lies above this module; the row keeps the key. Typing errors are found by `TextKey` and `scripts/words`.
 * @param sayString says those values that are finished English sentences themselves, whose names begin with `said`
 */
export function sayText(language: string, text: Text, sayString: SayString): string {
  const match = findMessage(language, text)
  if (match === null) return sayText(language, t('common.wentWrong'), sayString)
  const { message, found } = match
  const written = (name: string, value: Value): string | number => {
    if (isText(value)) return sayText(language, value, sayString)
    return typeof value === 'string' && name.startsWith('said')
      ? sayString(value)
      : dataIn(found, value)
  }
  const filled = Object.entries(text.values ?? {}).map(
    ([name, value]) => [name, written(name, value)] as const,
  )
  return fillMessage(message, found, Object.fromEntries(filled))
}

/** The English sentence, for the log and for what is stored or sent as a finished sentence. */
export const inEnglish = (said: Said): string =>
  typeof said === 'string' ? said : sayText('en', said, (english) => english)
