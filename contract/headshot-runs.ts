import { z } from 'zod'
import { Id, IdParams, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { DeletionReceipt } from './lora-trainings.ts'
import { PredictionImage } from './prediction-images.ts'
import { Failure, fault } from './said.ts'
import * as routes from './routes.ts'
import {
  HEADSHOT_AGES,
  HEADSHOT_ATTIRE,
  HEADSHOT_GENDERS,
  HEADSHOT_SCENES,
  HEADSHOT_SET,
} from './values/headshot-runs.ts'

const once = <const T extends readonly [string, ...string[]]>(names: T) =>
  z
    .array(z.enum(names))
    .min(1)
    .refine((all) => new Set(all).size === all.length, fault('requests.eachOnce'))

/** What a set is to show. */
export const HeadshotOrder = z.strictObject({
  gender: z.enum(HEADSHOT_GENDERS),
  age_range: z.enum(HEADSHOT_AGES),
  attire: once(HEADSHOT_ATTIRE),
  backgrounds: once(HEADSHOT_SCENES),
  shots: z.int().min(HEADSHOT_SET.least).max(HEADSHOT_SET.most).default(HEADSHOT_SET.usual),
})
export type HeadshotOrder = z.output<typeof HeadshotOrder>

/** What a quote of a set binds. */
export const HeadshotCallBody = HeadshotOrder.extend({
  /** In credits, or once in money. */
  pay_by: z.enum(['credits', 'card']).default('credits'),
})
export type HeadshotCallBody = z.output<typeof HeadshotCallBody>

/** An image that was delivered for a shot. */
const HeadshotTake = z.object({
  image: PredictionImage,
  similarity: z.number().nullable(),
})

export const HeadshotShot = z.object({
  id: Id,
  place: z.number().int(),
  attire: z.enum(HEADSHOT_ATTIRE),
  background: z.enum(HEADSHOT_SCENES),
  framing: z.string(),
  status: z.enum(['waiting', 'drawing', 'ready', 'failed']),
  /** How alike it and the photos are; null where it is not known. */
  similarity: z.number().nullable(),
  /** While it is taken again the one before; it is replaced once the new one is there. */
  image: PredictionImage.nullable(),
  /** What was delivered for it besides and is not deleted, the oldest first. */
  other_takes: z.array(HeadshotTake),
})
export type HeadshotShot = z.infer<typeof HeadshotShot>

const HeadshotPayment = z.object({
  /** Cents. */
  amount: z.number().int(),
  currency: z.string(),
  /** The provider's page; null once it is over. */
  url: z.string().nullable(),
  /** Until when enough shots must pass, or all of the payment goes back; null while it is not paid. */
  judged_at: Timestamp.nullable(),
  /** Shots that passed in time so far. */
  passed: z.number().int(),
  /** kept: enough passed; returned: all of it goes back; null: open. */
  verdict: z.enum(['kept', 'returned']).nullable(),
  /** Cents that went back so far. */
  refunded: z.number().int(),
})

/** A set of headshots that a studio's model draws. Its images are also a batch of the run's id: that cancels, and zips. */
export const HeadshotRun = z.object({
  id: Id,
  lora_training: Id,
  /** unpaid: waits for its card payment; expired: nobody paid; paid: its training begins next. */
  status: z.enum(['unpaid', 'expired', 'paid', 'training', 'drawing', 'done', 'failed']),
  ...HeadshotOrder.omit({ shots: true }).shape,
  /** The shots, those most like the person first. */
  shots: z.array(HeadshotShot),
  /** Shots that may still be taken again for free, until then. */
  redo: z.object({ left: z.number().int(), until: Timestamp }),
  /** By card; null: by credits. */
  payment: HeadshotPayment.nullable(),
  error: Failure.nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
})
export type HeadshotRun = z.infer<typeof HeadshotRun>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidHeadshotRun = z.input<typeof HeadshotRun>

/** What was removed with a set, once it is deleted. */
export const HeadshotReceipt = z.object({
  /** Images, those that were taken again included. */
  images: z.number().int(),
  /** Receipt for the photos and the model; null while another set of the same studio keeps them. */
  studio: DeletionReceipt.nullable(),
})
export type HeadshotReceipt = z.infer<typeof HeadshotReceipt>

export const headshotRuns = {
  order: endpoint({
    ...routes.headshotRuns.order,
    access: 'user',
    summary:
      'Order a set of headshots: the training of a studio that is not trained yet, and the shots, for credits; or all of it once by card, on the page that payment.url names',
    params: IdParams,
    body: HeadshotCallBody.extend({
      /** Codes of amber findings of the photos that are accepted; left out: all. */
      waive: z.array(z.string().max(40)).max(40).optional(),
      /** The price of this very order; used twice it answers the set that it was used for. Left out: whatever it costs now. */
      quote: Id.optional(),
    }),
    response: HeadshotRun,
    statuses: [201],
    errors: [
      'email_not_verified',
      'account_limited',
      'throttled',
      'plan_required',
      'not_enough_credits',
      'conflict',
      'quote_mismatch',
      'quote_used',
      'quote_expired',
      'provider_not_configured',
      'provider_error',
      'unavailable',
    ],
  }),
  list: endpoint({
    ...routes.headshotRuns.list,
    access: 'user',
    summary: 'Own sets of headshots, newest first',
    query: PageQuery,
    response: page(HeadshotRun),
  }),
  detail: endpoint({
    ...routes.headshotRuns.detail,
    access: 'user',
    summary: 'One own set of headshots',
    params: IdParams,
    response: HeadshotRun,
  }),
  remove: endpoint({
    ...routes.headshotRuns.remove,
    access: 'user',
    summary:
      'Delete a set for good with its images, and with its last set the studio: photos, samples and model; reserved credits are returned',
    params: IdParams,
    response: HeadshotReceipt,
  }),
  redo: endpoint({
    ...routes.headshotRuns.redo,
    access: 'user',
    summary:
      'Take one shot again: ten are free within 30 days, and what is shown stays until the new one is there; one that failed is paid as at first',
    params: IdParams.extend({ shot: Id }),
    body: z.strictObject({}).optional(),
    response: HeadshotRun,
    errors: ['account_limited', 'conflict', 'not_enough_credits', 'unavailable'],
  }),
  choose: endpoint({
    ...routes.headshotRuns.choose,
    access: 'user',
    summary: 'Show another image that was delivered for a shot, as the first one again',
    params: IdParams.extend({ shot: Id }),
    body: z.strictObject({ image: Id }),
    response: HeadshotRun,
  }),
}
