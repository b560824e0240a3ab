import { z } from 'zod'
import { Id, IdParams, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

const Score = z.number().min(0).max(1)

export const PictureReview = z.object({
  id: Id,
  image: Id,
  /** `sensitive` pictures were delivered and are shown blurred; `blocked` ones were not, and are not kept. */
  verdict: z.enum(['sensitive', 'blocked']),
  state: z.enum(['open', 'allowed', 'confirmed']),
  /** What the classifier saw; null: it could not look at it. */
  scores: z
    .object({ drawing: Score, hentai: Score, neutral: Score, porn: Score, sexy: Score })
    .nullable(),
  /** Root-relative and signed; null where there is no file. */
  url: z.string().nullable(),
  prompt: z.string(),
  owner: z.string(),
  created_at: Timestamp,
  decided_at: Timestamp.nullable(),
})
export type PictureReview = z.infer<typeof PictureReview>

export const pictureReviews = {
  list: endpoint({
    ...routes.pictureReviews.list,
    access: 'staff',
    summary: 'Images that the classifier found sensitive or blocked, newest first',
    query: PageQuery.extend({ state: z.enum(['open', 'allowed', 'confirmed']).default('open') }),
    response: page(PictureReview),
  }),
  decide: endpoint({
    ...routes.pictureReviews.decide,
    access: 'staff',
    summary: 'Say whether the classifier was right: `allow` shows the image plainly',
    params: IdParams,
    body: z.strictObject({ decision: z.enum(['allow', 'confirm']) }),
    response: PictureReview,
    errors: ['not_found', 'conflict'],
  }),
}
