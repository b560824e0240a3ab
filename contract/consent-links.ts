import { z } from 'zod'
import { IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** What the person in the photos is asked, as everybody sees it who has the link. */
export const ConsentRequest = z.object({
  /** `deleted`: its owner deleted the studio after it was answered. */
  state: z.enum(['open', 'agreed', 'declined', 'withdrawn', 'deleted']),
  /** The name of the account that asks; empty where it has none. */
  account: z.string(),
  object_type: z.enum(['person', 'pet', 'style', 'object']),
  photos: z.number().int(),
  /** Days after which a photo is deleted by itself. */
  keep_days: z.number().int(),
  /** Until when it can be answered. */
  expires_at: Timestamp,
  answered_at: Timestamp.nullable(),
  /** Whether the account may share the model with other accounts; may be changed after agreeing. */
  sharing: z.boolean(),
  /** What was removed; null: nothing was. */
  receipt: z
    .object({
      photos: z.number().int(),
      samples: z.number().int(),
      /** Models that were deleted. */
      models: z.number().int(),
      /** Accounts with which the model was shared. */
      shares: z.number().int(),
      /** Files are still being removed while it is false. */
      is_complete: z.boolean(),
    })
    .nullable(),
})
export type ConsentRequest = z.infer<typeof ConsentRequest>

/** A new link, which is told this once: only its hash is kept. */
export const ConsentLink = z.object({
  /** Root-relative. */
  url: z.string(),
  expires_at: Timestamp,
})
export type ConsentLink = z.infer<typeof ConsentLink>

export const consentLinks = {
  create: endpoint({
    ...routes.consentLinks.create,
    access: 'user',
    summary:
      'The link under which the person in the photos agrees or declines; it replaces one that was not answered',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: ConsentLink,
    statuses: [201],
    errors: ['email_not_verified', 'conflict'],
  }),
  revoke: endpoint({
    ...routes.consentLinks.revoke,
    access: 'user',
    summary: 'Revoke a link that was not answered yet',
    params: IdParams,
    response: Nothing,
    errors: ['conflict'],
  }),
  read: endpoint({
    ...routes.consentLinks.read,
    access: 'anonymous',
    summary: 'What a link asks the person in the photos, and how they answered',
    params: IdParams,
    response: ConsentRequest,
    errors: ['throttled'],
  }),
  answer: endpoint({
    ...routes.consentLinks.answer,
    access: 'anonymous',
    summary:
      'Agree or decline, once; later allow or end sharing the model with others, or withdraw, which deletes photos and model',
    params: IdParams,
    body: z.strictObject({
      answer: z.enum(['agree', 'decline', 'allow_sharing', 'end_sharing', 'withdraw']),
      /** With `agree`: whether the account may share the model with others; default false. */
      sharing: z.boolean().optional(),
    }),
    response: ConsentRequest,
    errors: ['conflict', 'throttled'],
  }),
}
