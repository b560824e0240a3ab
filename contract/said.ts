import { z } from 'zod'

/**
 * A text that the server says to a person. It is made in English and answered in the language of the request; the schema
 * itself is the mark by which the server finds such texts in an answer. What people wrote themselves is a plain string.
 */
export const Said = z.string()

/** Why something failed, or what it would be better to know before. */
export const Failure = z.object({ code: z.string(), message: Said })
