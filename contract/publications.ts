import { z } from 'zod'
import { CommunityImage } from './community.ts'
import { Id, IdParams, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Rating } from './prediction-images.ts'
import * as routes from './routes.ts'

/** Images that a person can publish on one day. */
export const PUBLICATIONS_PER_DAY = 60

/** `scanning`: it is checked, or waits for the staff. `hidden`: the staff did not publish it. */
export const PUBLICATION_STATES = [
  'draft',
  'scanning',
  'published',
  'hidden',
  'withdrawn',
  'removed',
] as const

/** How an own image stands in what everybody can explore. */
export const OwnPublication = z.object({
  /** Of its page while it is published. */
  id: Id,
  state: z.enum(PUBLICATION_STATES),
  rating: Rating,
})

/** A publication as the staff sees it. */
export const WaitingPublication = CommunityImage.pick({
  id: true,
  url: true,
  width: true,
  height: true,
  alt: true,
  rating: true,
  prompt: true,
  creator: true,
}).extend({
  state: z.enum(PUBLICATION_STATES),
  /** It shows somebody real, or more than everybody may see. */
  flagged: z.boolean(),
  created_at: Timestamp,
})
export type WaitingPublication = z.infer<typeof WaitingPublication>

export const publications = {
  read: endpoint({
    ...routes.publications.read,
    access: 'user',
    summary: 'How an own image stands in what everybody can explore; null: it was never published',
    params: IdParams,
    response: z.object({ publication: OwnPublication.nullable() }),
  }),
  waiting: endpoint({
    ...routes.publications.waiting,
    access: 'staff',
    summary: 'Images that wait to be published, the newest first',
    query: PageQuery.extend({ state: z.enum(['scanning', 'hidden']).default('scanning') }),
    response: page(WaitingPublication),
  }),
  decide: endpoint({
    ...routes.publications.decide,
    access: 'staff',
    summary: 'Publish an image that waits, or hide it',
    params: IdParams,
    body: z.strictObject({
      action: z.enum(['publish', 'hide']),
      /** For the audit log. */
      reason: z.string().trim().max(500).optional(),
    }),
    response: WaitingPublication,
    errors: ['not_found', 'conflict'],
  }),
}
