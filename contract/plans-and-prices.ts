import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'

/** Texts in `{{double braces}}` are shown bold. */
export const PlanFeature = z.object({ feature: Said, available: z.boolean() })

export const PlanOffer = z.object({
  plan: z.enum(['basic', 'starter', 'hobby', 'pro']),
  plan_name: z.string(),
  /** Dollars as the specification gives them; `yearlyDiscount` in percent. */
  price: z.object({ monthly: z.number(), yearly: z.number(), yearlyDiscount: z.number() }),
  popular: z.boolean(),
  /** Credits granted each credit month, on yearly plans too. */
  monthly_credits: z.number().int(),
  features: z.array(PlanFeature),
})
export type PlanOffer = z.infer<typeof PlanOffer>
/** As the server has it: its lines are not sentences yet. */
export type UnsaidPlanOffer = z.input<typeof PlanOffer>

/** `price` in cents. */
export const CreditPack = z.object({
  quantity: z.number().int(),
  price: z.number().int(),
  image: z.string(),
})
export type CreditPack = z.infer<typeof CreditPack>

export const PriceTable = z.object({
  /** Credits a picture by size: the first line whose `max_pixels` is not exceeded. */
  image: z.array(z.object({ max_pixels: z.number().int(), credits: z.number().int() })),
  remove_background: z.number().int(),
  replace_background: z.number().int(),
  remove_object: z.number().int(),
  face_swap: z.number().int(),
  upscale: z.object({
    x2: z.number().int(),
    x3: z.number().int(),
    x4: z.number().int(),
    x8: z.number().int(),
  }),
  pro_upscale: z.number().int(),
  fix_faces: z.number().int(),
  /** By the built-in looks; a model of a service has a price of its own (`credits` of `instantid/styles/`). */
  instant_avatar: z.number().int(),
  headshot: z.number().int(),
  detail_pass: z.number().int(),
  /** Credits a second by provider. */
  video: z.record(z.string(), z.number().int()),
})
export type PriceTable = z.infer<typeof PriceTable>

/** Whether anything can be bought: with real money, in test mode (no money moves), or not at all. */
export const PaymentsMode = z.enum(['live', 'test', 'off'])
export type PaymentsMode = z.infer<typeof PaymentsMode>

export const plans = {
  list: endpoint({
    ...routes.plans.list,
    access: 'anonymous',
    summary: 'Plans, credit packs and prices',
    response: z.object({
      plans: z.array(PlanOffer),
      packs: z.array(CreditPack),
      prices: PriceTable,
      training_cost: z.number().int(),
      /** Cents, of a set of headshots that is paid once by card; null: none is sold on this site. */
      headshot_set_price: z.number().int().nullable(),
      payments: PaymentsMode,
    }),
  }),
}
