import type { CompiledMessage } from 'icu-minify/format'
import { catalogueOf } from './catalogues.ts'
import { fillMessage, localeOf } from './compile-messages.ts'
import type { Said, Text, Value } from './text.ts'

type SayString = (english: string) => string

/** The languages whose lists of words do not end like those of English. */
const OR: Readonly<Record<string, string>> = { es: 'o' }

/** Stands before the last of a list of words. */
export const orIn = (language: string): string => OR[language] ?? 'or'

const dateIn = (language: string, iso: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), { ...how, timeZone: 'UTC' }).format(Date.parse(iso))

function listIn(language: string, words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`)
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${orIn(language)} ${last}`
}

function valueIn(language: string, value: Value, sayString: SayString): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  if ('key' in value) return sayText(language, value, sayString)
  if ('day' in value) return dateIn(language, value.day, { dateStyle: 'medium' })
  if ('month' in value) return dateIn(language, value.month, { month: 'long', year: 'numeric' })
  return listIn(language, value.words)
}

function messageOf(language: string, key: string): CompiledMessage {
  const [feature, name] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)]
  const message = catalogueOf(language, feature)?.get(name) ?? catalogueOf('en', feature)?.get(name)
  if (message === undefined) throw new Error(`There is no text ${key}`)
  return message
}

/**
 * Makes the sentence of a text; what is not translated is in English.
 * @param sayString says those values that are finished English sentences themselves, whose names begin with `said`
 */
export function sayText(
  language: string,
  { key, values = {} }: Text,
  sayString: SayString,
): string {
  const filled = Object.entries(values).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' && name.startsWith('said')
      ? sayString(value)
      : valueIn(language, value, sayString),
  ])
  return fillMessage(messageOf(language, key), language, Object.fromEntries(filled))
}

/** The English sentence, for the log and for what is stored or sent as a finished sentence. */
export const inEnglish = (said: Said): string =>
  typeof said === 'string' ? said : sayText('en', said, (english) => english)
