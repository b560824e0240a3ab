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
  /** The feature and the key in its English file: `prompts.tooManyPresets`. */
  key: string
  values?: Readonly<Record<string, Value>>
}

/** A text, or a finished English sentence where a place has no keys; what people wrote themselves is a string too. */
export type Said = Text | string
