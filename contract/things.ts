import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** Most things on a page of the list. */
export const THINGS_A_PAGE = 60

/** A thing that a model which draws from a collection can be asked for. */
export const Thing = z.object({
  /** In the language of the request; prompts name it so. */
  name: z.string(),
  /** In both languages, as it is completed while a prompt is typed. */
  names: z.object({ en: z.string(), es: z.string() }),
  category: z.string(),
  /** A small image as a `data:` URL; null: there is none. */
  picture_url: z.string().nullable(),
})
export type Thing = z.infer<typeof Thing>

export const things = {
  list: endpoint({
    ...routes.things.list,
    access: 'public',
    summary: 'Things that the built-in collection has, searched in English and Spanish',
    query: z.strictObject({
      q: z.string().max(80).optional(),
      category: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(THINGS_A_PAGE).default(THINGS_A_PAGE),
      page: z.coerce.number().int().min(0).max(1000).default(0),
    }),
    response: z.object({
      /** Of all things, in the order in which they are shown; empty where no model draws from a collection. */
      categories: z.array(z.string()),
      results: z.array(Thing),
      /** The next page; null: this is the last one. */
      next: z.number().int().nullable(),
    }),
  }),
}
