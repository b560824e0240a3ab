import type { TextKey } from './text-key.ts'

/**
 * Fills a place of a message: as it is, a day (`2026-11-05`) or month (`2026-11`) as the language writes it, a list of words in
 * quotation marks, or another text.
 */
export type Value =
  | string
  | number
  | { day: string }
  | { month: string }
  | { words: readonly string[] }
  | Text

/** A text for a person, made into a sentence where the language of the reader is known. */
export interface Text {
  key: TextKey
  values?: Readonly<Record<string, Value>>
}

/** A text, or a finished English sentence where a place has no keys yet; what people wrote themselves is a string too. */
export type Said = Text | string

export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'

/**
 * Names a text of `messages/en/<feature>.json`: `t('prompts.tooManyPresets', { most })`. What stands there and which values it
 * takes is checked by scripts/words.
 */
export const t = (key: TextKey, values?: Readonly<Record<string, Value>>): Text =>
  values === undefined ? { key } : { key, values }
