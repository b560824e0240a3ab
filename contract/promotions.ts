import { z } from 'zod'
import { PaidPlanName, PromotionText } from './billing.ts'
import { Id, IdParams, Instant, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PlanPeriod } from './users.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'
import { PROMOTION_DURATIONS, PROMOTION_LIMITS, PROMOTION_TARGETS } from './values/promotions.ts'

/** Cents of US dollars. */
const Cents = z.number().int()

const terms = {
  code: z.string(),
  /** Exactly one of the two. */
  percent_off: z.number().int().nullable(),
  amount_off: Cents.nullable(),
  /** Of a plan: its first payment, those of so many `months`, or all. A pack is paid once. */
  duration: z.enum(PROMOTION_DURATIONS),
  months: z.number().int().nullable(),
  applies_to: z.enum(PROMOTION_TARGETS),
  /** Only for an account that has bought nothing yet, not even for nothing. */
  first_purchase: z.boolean(),
  expires_at: Timestamp.nullable(),
}

const Promotion = z.object({
  id: Id,
  ...terms,
  max_redemptions: z.number().int().nullable(),
  /** `pending`: the payment provider has not taken it yet; it is asked again within minutes. */
  state: z.enum(['pending', 'active', 'ended', 'expired', 'used_up']),
  /** Purchases with it; renewals are not counted. */
  redemptions: z.number().int(),
  /** Amount that was taken off all payments, renewals too, and the amount that was paid. */
  discounted: Cents,
  revenue: Cents,
  created_at: Timestamp,
  /** Leads to the prices with the code in its place. */
  link: z.string(),
})
export type Promotion = z.infer<typeof Promotion>

/** Effect of a promotion on one price. */
const PromotionPrice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('plan'),
    plan: PaidPlanName,
    period: PlanPeriod,
    price: Cents,
    discounted: Cents,
  }),
  z.object({
    kind: z.literal('pack'),
    quantity: z.number().int(),
    price: Cents,
    discounted: Cents,
  }),
])

const PromotionOffer = z.object({
  ...terms,
  /** Prices that it can be used for now, by the person who asks. */
  prices: z.array(PromotionPrice),
})
export type PromotionOffer = z.infer<typeof PromotionOffer>

/** Promotions as customers use them. */
export const promotions = {
  check: endpoint({
    ...routes.promotions.check,
    access: 'public',
    summary: 'What a promotion code takes off which prices; changes nothing',
    body: z.strictObject({ code: PromotionText }),
    response: PromotionOffer,
    errors: ['provider_not_configured'],
  }),
}

/** Also where other fields are wrong: all that is missing is told at once. */
const alsoThen = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

const NewPromotion = z
  .strictObject({
    code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, fault('billing.codeLetters')),
    percent_off: z.number().int().min(1).max(100).nullable().default(null),
    amount_off: Cents.min(1).max(PROMOTION_LIMITS.cents).nullable().default(null),
    duration: z.enum(PROMOTION_DURATIONS).default('once'),
    months: z.number().int().min(1).max(PROMOTION_LIMITS.months).nullable().default(null),
    applies_to: z.enum(PROMOTION_TARGETS).default('all'),
    first_purchase: z.boolean().default(false),
    max_redemptions: z
      .number()
      .int()
      .min(1)
      .max(PROMOTION_LIMITS.redemptions)
      .nullable()
      .default(null),
    expires_at: Instant.nullable().default(null),
  })
  .refine((one) => (one.percent_off === null) !== (one.amount_off === null), {
    path: ['percent_off'],
    error: fault('billing.percentageOrSum'),
    when: alsoThen,
  })
  .refine((one) => (one.duration === 'repeating') === (one.months !== null), {
    path: ['months'],
    error: fault('billing.sayMonths'),
    when: alsoThen,
  })

/** Promotions as administrators make them. */
export const adminPromotions = {
  list: endpoint({
    ...routes.adminPromotions.list,
    access: 'admin',
    summary: 'Promotions, the newest first',
    query: PageQuery,
    response: page(Promotion),
  }),
  create: endpoint({
    ...routes.adminPromotions.create,
    access: 'admin',
    summary: 'Make a promotion; its code is never given twice',
    body: NewPromotion,
    response: Promotion,
    statuses: [201],
    errors: ['provider_error', 'provider_not_configured'],
  }),
  end: endpoint({
    ...routes.adminPromotions.end,
    access: 'admin',
    summary: 'End a promotion: no purchase can use it any more; plans keep what they have',
    params: IdParams,
    response: Nothing,
    errors: ['not_found', 'conflict'],
  }),
}
