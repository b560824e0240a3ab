import { z } from 'zod'

/**
 * Fills a place of a message: as it is, a day (`2026-11-05`) or month (`2026-11`) as the language writes it, an amount of money
 * in the smallest unit of its currency, a list of words in quotation marks, or another text.
 */
export type Value =
  | string
  | number
  | { day: string }
  | { month: string }
  | { money: number; currency: string }
  | { words: readonly string[] }
  | Text

/** A text for a person, made into a sentence where the language of the reader is known. */
export interface Text {
  /** The feature and the key in its English file: `prompts.tooManyPresets`. */
  key: string
  values?: Readonly<Record<string, Value>>
}

/**
 * A text that the server says to a person, answered in the language of the request; the schema itself is the mark by which the
 * server finds such texts in an answer. Until then it may be a key and its values. What people wrote themselves is a plain string.
 */
export const Said = z.string() as z.ZodType<string, string | Text>

/**
 * Why something failed, as rows and events have it. `message` is the English sentence, which versions before texts read alone; `text`
 * says it in other languages too. Left out: it is a finished sentence.
 */
export interface StoredFailure<Code extends string = string> {
  code: Code
  message: string
  text?: Text
}

/**
 * A short notice as events have it: its English sentences, which versions before texts read alone, and the texts that say them in
 * other languages too.
 */
export interface StoredNotice {
  title: string
  message: string
  texts?: { title: Text; message: Text }
}

/** Says why something failed; the schema itself is the mark by which the server makes the sentence of a stored failure. */
export const Failure = z.object({ code: z.string(), message: z.string() }) as z.ZodType<
  { code: string; message: string },
  StoredFailure
>

/**
 * The message of a rule of a schema, by its key: `z.string().min(1, fault('requests.blank'))`. zod carries strings alone, so the text
 * is packed into one; the server unpacks it. A test compares keys and values with the catalogues.
 */
export const fault = (key: string, values?: Text['values']): string =>
  JSON.stringify(values === undefined ? { key } : { key, values })
