import { z } from 'zod'
import { CommunityImage } from './community.ts'
import { Id, IdParams, Nothing, page, PageQuery } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** Published images that a person may keep. */
export const MOST_FAVORITES = 10_000

/** Where a published image is kept. */
const Favorite = z.object({
  /** An own collection; null: in none. */
  collection: Id.nullable(),
})
export type Favorite = z.infer<typeof Favorite>

export const favorites = {
  list: endpoint({
    ...routes.favorites.list,
    access: 'user',
    feature: 'explore_images',
    summary:
      'Published images that the caller keeps, the last added first; of one collection or all',
    query: PageQuery.extend({ collection: Id.optional() }),
    response: page(CommunityImage),
  }),
  read: endpoint({
    ...routes.favorites.read,
    access: 'user',
    feature: 'explore_images',
    summary: 'Where the caller keeps a published image; null: it is not kept',
    params: IdParams,
    response: z.object({ favorite: Favorite.nullable() }),
  }),
  keep: endpoint({
    ...routes.favorites.keep,
    access: 'user',
    feature: 'explore_images',
    summary: 'Keep a published image, or move it to another own collection; twice is once',
    params: IdParams,
    body: z.strictObject({ collection: Id.nullable().default(null) }),
    response: z.object({ favorite: Favorite }),
    errors: ['conflict'],
  }),
  remove: endpoint({
    ...routes.favorites.remove,
    access: 'user',
    summary: 'Keep a published image no longer',
    params: IdParams,
    response: Nothing,
  }),
}
