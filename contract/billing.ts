import { z } from 'zod'
import { queryInteger, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PlanPeriod } from './users.ts'
import { PLAN_NAMES } from './values/users.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'
import { PAID_PLAN_NAMES } from './values/billing.ts'

export const PaidPlanName = z.enum(PAID_PLAN_NAMES)
export type PaidPlanName = z.infer<typeof PaidPlanName>

export const PlanChoice = z.strictObject({ plan: PaidPlanName, period: PlanPeriod })
export type PlanChoice = z.infer<typeof PlanChoice>

/** Money in cents of `currency` (three lower-case letters). */
const Cents = z.number().int()

/** One payment, newest first; `url` shows the provider's invoice or receipt. */
export const Invoice = z.object({
  id: z.string(),
  kind: z.enum(['plan', 'pack', 'headshots']),
  number: z.string().nullable(),
  text: Said,
  status: z.enum([
    'paid',
    'open',
    'refunded',
    'partly_refunded',
    'disputed',
    'dispute_lost',
    'void',
  ]),
  amount: Cents,
  /** Amount that a promotion took off `amount`. */
  discount: Cents,
  refunded: Cents,
  currency: z.string(),
  url: z.string().nullable(),
  created_at: Timestamp,
})
export type Invoice = z.infer<typeof Invoice>
/** As the server has it: its text is not a sentence yet. */
export type UnsaidInvoice = z.input<typeof Invoice>

const ScheduledChange = z.object({ plan: PaidPlanName, period: PlanPeriod, at: Timestamp })

/** The provider's line of an invoice, in the language of who reads it as far as it is known; a credit is negative. */
const InvoiceLine = z.object({ text: Said, amount: Cents })

export const BillingState = z.object({
  /** As in `users/me/`: the old plan until a change is paid, the paid one while a payment is late. */
  plan: z.enum(PLAN_NAMES),
  period: PlanPeriod.nullable(),
  renews_at: Timestamp.nullable(),
  /** Set when the plan ends instead of renewing; `billing/resume/` takes it back. */
  cancel_at: Timestamp.nullable(),
  /** Nobody pays for the plan, or the provider knows of it no more: nothing is charged, and it cannot be changed, only bought. */
  is_given: z.boolean(),
  /** A change that waits for the end of the paid period, also while another one waits for its payment; `billing/resume/` takes it back. */
  scheduled: ScheduledChange.nullable(),
  /** An invoice is unpaid: no plan change until it is paid (409 `payment_due`). */
  payment_due: z.boolean(),
  /** That invoice; `url` is the provider's page to pay it. */
  due_invoice: z
    .object({
      amount: Cents,
      currency: z.string(),
      url: z.string().nullable(),
      next_attempt_at: Timestamp.nullable(),
      /** True: it pays for a change of plan, which `billing/resume/` abandons. False: it pays for the period that has begun. */
      is_change: z.boolean(),
    })
    .nullable(),
  /** Before tax and balances; null when nothing renews. */
  next_charge: z.object({ amount: Cents, currency: z.string(), at: Timestamp }).nullable(),
  /** Promotion that is taken off the payments that are to come. */
  promotion: z
    .object({
      code: z.string(),
      percent_off: z.number().int().nullable(),
      amount_off: Cents.nullable(),
      /** From then on the full price is charged; null: never. */
      ends_at: Timestamp.nullable(),
    })
    .nullable(),
  invoices: z.array(Invoice),
})
export type BillingState = z.infer<typeof BillingState>
/** As {@link UnsaidInvoice}. */
export type UnsaidBillingState = z.input<typeof BillingState>

/** The card that pays when nobody is asked; null: there is none, or none that has a number. */
const PaymentCard = z.object({ brand: z.string(), last4: z.string() }).nullable()

export const ChangePreview = z.object({
  plan: PaidPlanName,
  period: PlanPeriod,
  /** `now`: charged and granted at once. `period_end`: nothing is charged today. */
  takes_effect: z.enum(['now', 'period_end']),
  takes_effect_at: Timestamp,
  /** Charged today. */
  amount_due: Cents,
  currency: z.string(),
  /** Lines of today's invoice. */
  lines: z.array(InvoiceLine),
  /** Credits granted at once, and a month from the next credit month on. */
  credits_now: z.number().int(),
  credits_monthly: z.number().int(),
  /** When the credits granted now expire. */
  credits_expire_at: Timestamp.nullable(),
  /** The first full charge of the new plan. */
  next_charge: z.object({ amount: Cents, at: Timestamp }),
  /** Is charged today or then. */
  card: PaymentCard,
  /** Unix seconds; sent back with the change, it is charged exactly what was shown (for ten minutes). */
  proration_date: z.number().int().nullable(),
  /** Sent back with the change, it is refused if the plan has changed since. */
  seen: z.string(),
})
export type ChangePreview = z.infer<typeof ChangePreview>
/** As {@link UnsaidInvoice}. */
export type UnsaidChangePreview = z.input<typeof ChangePreview>

/** What lies ahead of a plan if it is cancelled, or goes on whatever was set; nothing has changed yet. */
export const UpcomingChange = z.object({
  /** The plan that one has. */
  plan: PaidPlanName,
  period: PlanPeriod,
  /** When it ends; null: it goes on. */
  ends_at: Timestamp.nullable(),
  /** Whether it ends at once, because the period that has begun is not paid, or cost nothing. */
  ends_now: z.boolean(),
  /** A promotion left nothing to pay of this period: its credits are taken with the plan. */
  is_free: z.boolean(),
  /** What was set before and is dropped: when the plan was to end, a change that waits, and an invoice that is not paid. */
  drops: z.object({
    cancellation: Timestamp.nullable(),
    scheduled: ScheduledChange.nullable(),
    unpaid: z.object({ amount: Cents, currency: z.string() }).nullable(),
  }),
  /** A change that was set before an upgrade that is abandoned now: it takes place. */
  scheduled: ScheduledChange.nullable(),
  /** Charged today. */
  amount_due: Cents,
  currency: z.string(),
  /** The invoice that comes next, with its lines, as the provider previews it; null: none comes any more. */
  next_charge: z.object({ amount: Cents, at: Timestamp, lines: z.array(InvoiceLine) }).nullable(),
  /** Is charged then. */
  card: PaymentCard,
  credits: z.object({
    /** Spendable ones of the plan, which expire at the end of their month. */
    plan: z.number().int(),
    /** All others; nothing changes for them. */
    other: z.number().int(),
    monthly: z.number().int(),
    /** When the plan brings credits next; null: never again. */
    next_at: Timestamp.nullable(),
  }),
  /** Sent back with the change, it is refused if the plan has changed since. */
  seen: z.string(),
})
export type UpcomingChange = z.infer<typeof UpcomingChange>
/** As {@link UnsaidInvoice}. */
export type UnsaidUpcomingChange = z.input<typeof UpcomingChange>

const Seen = z.string().max(100)

/** Mails that a person can do without. */
export const MailChoice = z.strictObject({
  low_credits: z.boolean(),
  /** Welcome, the next step after the first image, and a word after a month without a visit. */
  tips: z.boolean(),
  training_ready: z.boolean(),
})
export type MailChoice = z.infer<typeof MailChoice>

/** A promotion code as people type it: capitals and small letters are the same. */
export const PromotionText = z.string().trim().min(1).max(40)

const Url = z.object({ url: z.string() })

export const billing = {
  checkout: endpoint({
    ...routes.billing.checkout,
    access: 'session',
    acts: true,
    summary: 'The page where a credit pack is paid',
    /** `promotion`: a code, see `promotions/check/`. */
    query: z.object({
      quantity: queryInteger(1, 1_000_000),
      promotion: PromotionText.optional(),
    }),
    response: Url,
    errors: [
      'account_limited',
      'throttled',
      'conflict',
      'provider_error',
      'unavailable',
      'provider_not_configured',
    ],
  }),
  checkoutSubscription: endpoint({
    ...routes.billing.checkoutSubscription,
    access: 'session',
    summary: 'The page where a plan is paid; with a plan, the page that confirms the change',
    body: PlanChoice.extend({ promotion: PromotionText.optional() }),
    response: Url,
    errors: [
      'account_limited',
      'throttled',
      'conflict',
      'provider_error',
      'unavailable',
      'provider_not_configured',
    ],
  }),
  checkoutSuccess: endpoint({
    ...routes.billing.checkoutSuccess,
    access: 'session',
    acts: true,
    summary: 'What became of a checkout; reads it again at the provider',
    query: z.object({ session_id: z.string().min(1).max(255) }),
    response: z.object({
      status: z.enum(['paid', 'open', 'expired']),
      /** The balance now. */
      credits: z.number().int(),
      plan: z.object({ name: z.enum(PLAN_NAMES), period: PlanPeriod.nullable() }),
    }),
    errors: ['provider_error', 'unavailable', 'provider_not_configured'],
  }),
  portal: endpoint({
    ...routes.billing.portal,
    access: 'session',
    acts: true,
    summary: "The provider's page for card, invoices and canceling",
    response: Url,
    errors: ['provider_error', 'unavailable', 'provider_not_configured'],
  }),
  state: endpoint({
    ...routes.billing.state,
    access: 'user',
    summary: 'Plan, what comes next, and the payments',
    response: BillingState,
  }),
  mails: endpoint({
    ...routes.billing.mails,
    access: 'user',
    summary: 'Which emails the person wants',
    response: MailChoice,
  }),
  chooseMails: endpoint({
    ...routes.billing.chooseMails,
    access: 'session',
    summary: 'Switch emails on or off',
    body: MailChoice.partial(),
    response: MailChoice,
  }),
  preview: endpoint({
    ...routes.billing.preview,
    access: 'session',
    summary: 'What a change of plan would cost and bring',
    body: PlanChoice,
    response: ChangePreview,
    errors: ['payment_due', 'conflict', 'provider_error', 'unavailable', 'provider_not_configured'],
  }),
  change: endpoint({
    ...routes.billing.change,
    access: 'session',
    summary: 'Change the plan: at once when it is an upgrade, else at the end of the paid period',
    body: PlanChoice.extend({
      /** The `proration_date` of the preview. */
      proration_date: z.number().int().positive().nullable().optional(),
      seen: Seen.optional(),
    }),
    response: z.object({
      /** `payment_pending`: `url` is where the payment is completed; until then nothing has changed. */
      status: z.enum(['changed', 'scheduled', 'payment_pending']),
      url: z.string().nullable(),
      billing: BillingState,
    }),
    errors: [
      'account_limited',
      'payment_due',
      'conflict',
      'provider_error',
      'unavailable',
      'provider_not_configured',
    ],
  }),
  previewCancel: endpoint({
    ...routes.billing.previewCancel,
    access: 'session',
    summary: 'What canceling would mean',
    body: z.strictObject({}).optional(),
    response: UpcomingChange,
    errors: ['conflict', 'provider_error', 'unavailable', 'provider_not_configured'],
  }),
  cancel: endpoint({
    ...routes.billing.cancel,
    access: 'session',
    summary: 'End the plan with the paid period; at once when the period that has begun is unpaid',
    body: z.strictObject({ seen: Seen.optional() }).optional(),
    response: BillingState,
    errors: ['payment_due', 'conflict', 'provider_error', 'unavailable', 'provider_not_configured'],
  }),
  previewResume: endpoint({
    ...routes.billing.previewResume,
    access: 'session',
    summary: 'What it would mean to have the plan go on as it is',
    body: z.strictObject({}).optional(),
    response: UpcomingChange,
    errors: ['conflict', 'provider_error', 'unavailable', 'provider_not_configured'],
  }),
  resume: endpoint({
    ...routes.billing.resume,
    access: 'session',
    summary: 'Take back a cancellation, a change that is not paid, or else a scheduled change',
    body: z.strictObject({ seen: Seen.optional() }).optional(),
    response: BillingState,
    errors: [
      'account_limited',
      'conflict',
      'provider_error',
      'unavailable',
      'provider_not_configured',
    ],
  }),
}
