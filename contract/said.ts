import { z } from 'zod'

/** A text on its way: the server names its message and values, and answers the sentence. */
interface KeyedText {
  key: string
  values?: Readonly<Record<string, unknown>>
}

/**
 * A text that the server says to a person, answered in the language of the request; the schema itself is the mark by which the
 * server finds such texts in an answer. Until then it may be a key and its values. What people wrote themselves is a plain string.
 */
export const Said = z.string() as z.ZodType<string, string | KeyedText>

/** Why something failed, or what it would be better to know before. */
export const Failure = z.object({ code: z.string(), message: Said })
