import { z } from 'zod'
import { EmailAddress } from './accounts.ts'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/**
 * offered -> accepted, declined, withdrawn or expired; accepted -> withdrawn. Only while it is accepted may the guest use the model.
 */
export const SHARE_STATES = ['offered', 'accepted', 'declined', 'withdrawn', 'expired'] as const
export type ShareState = (typeof SHARE_STATES)[number]

/** Offered or accepted shares of one model at a time, and days in which an offer can be answered. */
export const SHARE_LIMITS = { live: 10, days: 30 } as const

/** A share as the owner of the model sees it; it says nothing of whether the address has an account. */
export const ModelShare = z.object({
  id: Id,
  email: z.string(),
  state: z.enum(SHARE_STATES),
  /** Who ended it, if it is withdrawn. `consent`: the person in the photos. */
  ended_by: z.enum(['owner', 'guest', 'consent', 'deleted']).nullable(),
  created_at: Timestamp,
  /** Until when an offer can be answered. */
  expires_at: Timestamp,
  answered_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
})
export type ModelShare = z.infer<typeof ModelShare>

/** The shares of one model, newest first, and whether it can be offered to anybody. */
export const ModelShares = z.object({
  /**
   * Why it cannot be shared; null: it can. `no_consent`: it shows somebody else, who has not allowed sharing on the page of
   * their consent link.
   */
  hindrance: z.enum(['not_trained', 'public', 'child', 'no_consent']).nullable(),
  results: z.array(ModelShare),
})
export type ModelShares = z.infer<typeof ModelShares>

/** A share as the guest sees it: the model to use, never its photos, cut-outs or file. */
export const SharedModel = z.object({
  id: Id,
  state: z.enum(SHARE_STATES),
  /** Who shares it: the name may be empty. */
  owner: z.object({ name: z.string(), email: z.string() }),
  /** Id of the studio: what `training` of packs and headshots names. */
  lora_training: Id,
  project_name: z.string(),
  object_type: z.enum(['person', 'pet', 'style', 'object']),
  training_type: z.string(),
  /** Id of the model that it is for. */
  original_model_version: z.string(),
  /** What `loras` and `<lora:NAME:1>` name; null unless it is accepted. */
  created_model_version: z.string().nullable(),
  /** Images drawn with the model, signed; none unless it is accepted. */
  thumbnails: z.array(z.string()),
  created_at: Timestamp,
  expires_at: Timestamp,
  answered_at: Timestamp.nullable(),
})
export type SharedModel = z.infer<typeof SharedModel>

/** A share in the copy of somebody's data. */
export const ExportedShare = ModelShare.extend({
  role: z.enum(['owner', 'guest']),
  lora_training: Id,
})
export type ExportedShare = z.infer<typeof ExportedShare>

export const modelShares = {
  ofTraining: endpoint({
    ...routes.modelShares.ofTraining,
    access: 'user',
    summary: 'With whom an own model is shared, and whether it can be',
    params: IdParams,
    response: ModelShares,
  }),
  offer: endpoint({
    ...routes.modelShares.offer,
    access: 'user',
    summary:
      'Offer an own model to the account of an address; the answer is the same whether there is one',
    params: IdParams,
    body: z.strictObject({ email: EmailAddress }),
    response: ModelShare,
    statuses: [201],
    errors: ['email_not_verified', 'account_limited', 'conflict', 'throttled'],
  }),
  list: endpoint({
    ...routes.modelShares.list,
    access: 'user',
    summary: 'Models that others share with one, and that they offer, newest first',
    query: PageQuery,
    response: page(SharedModel),
  }),
  answer: endpoint({
    ...routes.modelShares.answer,
    access: 'user',
    summary: 'Accept or decline an offer, or give a shared model back',
    params: IdParams,
    body: z.strictObject({ answer: z.enum(['accept', 'decline', 'give_back']) }),
    response: SharedModel,
    errors: ['conflict'],
  }),
  revoke: endpoint({
    ...routes.modelShares.revoke,
    access: 'user',
    summary: 'Take an own model back, or an offer of it',
    params: IdParams,
    response: Nothing,
  }),
}
