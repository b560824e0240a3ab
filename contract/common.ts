import { z } from 'zod'
import { isBlank } from './is-blank.ts'
import { Said, fault } from './said.ts'

/** A moment, in any time zone. */
export const Instant = z.iso.datetime({ offset: true })

/** An opaque id. Malformed ids are not an input error: they answer 404 like ids of things that are not there. */
export const Id = z.string()

/** ISO 8601 in UTC. */
export const Timestamp = z.string()

/** Last change of what is written again, as it was read; null: there was none. After another change nothing is written. */
export const SeenChange = Instant.nullable()

export const IdParams = z.object({ id: Id })

/** A text of which something is seen, whatever invisible signs are in it. */
export const visibleText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => !isBlank(text), fault('requests.blank'))

/** A number in a query string; nothing else in the API is coerced. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, fault('requests.integerNeeded'))
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))

/** Query of lists that page by an opaque cursor. `next` and `previous` of an answer are root-relative links. */
export const PageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: queryInteger(1, 100).optional(),
})

/** `{count?, next, previous, results}` */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int().optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

export const Detail = z.object({ detail: Said })

/** Body of a 204. */
export const Nothing = z.null()

/** Chosen by the client, so that a call that is repeated because its answer was lost does nothing more. */
export const RequestKey = z.uuid().optional()
