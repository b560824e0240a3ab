import { z } from 'zod'
import { Id, IdParams, Nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** Collections of one person. */
export const MOST_COLLECTIONS = 200

export const Collection = z.object({
  id: Id,
  name: z.string(),
  /** Images in it, without those in the trash. */
  count: z.number().int(),
  /** The newest of them; null in an empty one. */
  cover_url: z.string().nullable(),
})
export type Collection = z.infer<typeof Collection>

const Named = z.strictObject({ name: z.string().trim().min(1).max(100) })

export const collections = {
  list: endpoint({
    ...routes.collections.list,
    access: 'user',
    summary: 'Own collections, by name',
    response: z.object({ results: z.array(Collection) }),
  }),
  create: endpoint({
    ...routes.collections.create,
    access: 'user',
    summary: `Make a collection; a person may have ${MOST_COLLECTIONS}`,
    body: Named,
    response: Collection,
    statuses: [201],
    errors: ['conflict'],
  }),
  rename: endpoint({
    ...routes.collections.rename,
    access: 'user',
    summary: 'Rename a collection',
    params: IdParams,
    body: Named,
    response: Collection,
  }),
  remove: endpoint({
    ...routes.collections.remove,
    access: 'user',
    summary: 'Remove a collection; its images stay',
    params: IdParams,
    response: Nothing,
  }),
}
