import type Stripe from 'stripe'
import { expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { sessionParams } from '../wire/session-params.ts'
import type { Store } from '../store.ts'
import type { priceParams, productParams } from './catalog.ts'
import type { customerParams } from './customers.ts'
import type { payParams } from './invoices.ts'
import type { configurationParams, portalSessionParams } from './portal.ts'
import type { previewParams } from './previews.ts'
import type { couponParams, promotionCodeParams, promotionCodeUpdate } from './promotions.ts'
import type { disputeParams, refundParams } from './refunds.ts'
import type { scheduleUpdateParams } from './schedules.ts'
import type { cancelParams, subscriptionUpdateParams } from './subscriptions.ts'

/** Names that a call takes although the SDK does not know them. */
type Invented<Schema extends z.ZodObject, Params> = Exclude<keyof z.output<Schema>, keyof Params>
type Inner<T> = NonNullable<T>
type Line<T> = T extends readonly (infer Item)[] ? Item : never

// Judged by the compiler; at run time there is nothing to see.
it('takes no parameter that the SDK of this repository does not send', () => {
  expectTypeOf<
    Invented<typeof customerParams, Stripe.CustomerCreateParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<Invented<typeof productParams, Stripe.ProductCreateParams>>().toEqualTypeOf<never>()
  expectTypeOf<Invented<typeof priceParams, Stripe.PriceCreateParams>>().toEqualTypeOf<never>()
  expectTypeOf<Invented<typeof couponParams, Stripe.CouponCreateParams>>().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof promotionCodeParams, Stripe.PromotionCodeCreateParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof promotionCodeUpdate, Stripe.PromotionCodeUpdateParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof sessionParams, Stripe.Checkout.SessionCreateParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof subscriptionUpdateParams, Stripe.SubscriptionUpdateParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof cancelParams, Stripe.SubscriptionCancelParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof scheduleUpdateParams, Stripe.SubscriptionScheduleUpdateParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof previewParams, Stripe.InvoiceCreatePreviewParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<Invented<typeof payParams, Stripe.InvoicePayParams>>().toEqualTypeOf<never>()
  expectTypeOf<Invented<typeof refundParams, Stripe.RefundCreateParams>>().toEqualTypeOf<never>()
  expectTypeOf<Invented<typeof disputeParams, Stripe.DisputeUpdateParams>>().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof configurationParams, Stripe.BillingPortal.ConfigurationUpdateParams>
  >().toEqualTypeOf<never>()
  expectTypeOf<
    Invented<typeof portalSessionParams, Stripe.BillingPortal.SessionCreateParams>
  >().toEqualTypeOf<never>()
})

it('reads the inner parameters as the SDK types them', () => {
  type Session = z.output<typeof sessionParams>
  type SentLine = Line<Inner<Stripe.Checkout.SessionCreateParams['line_items']>>
  expectTypeOf<Exclude<keyof Line<Session['line_items']>, keyof SentLine>>().toEqualTypeOf<never>()
  type Off = Line<Inner<Session['discounts']>>
  type SentOff = Line<Inner<Stripe.Checkout.SessionCreateParams['discounts']>>
  expectTypeOf<Exclude<keyof Off, keyof SentOff>>().toEqualTypeOf<never>()
  type Update = z.output<typeof subscriptionUpdateParams>
  type SentItem = Line<Inner<Stripe.SubscriptionUpdateParams['items']>>
  expectTypeOf<Exclude<keyof Line<Inner<Update['items']>>, keyof SentItem>>().toEqualTypeOf<never>()
  type Phase = Line<Inner<z.output<typeof scheduleUpdateParams>['phases']>>
  type SentPhase = Line<Inner<Stripe.SubscriptionScheduleUpdateParams['phases']>>
  expectTypeOf<Exclude<keyof Phase, keyof SentPhase>>().toEqualTypeOf<never>()
  type Evidence = Inner<z.output<typeof disputeParams>['evidence']>
  type SentEvidence = Inner<Stripe.DisputeUpdateParams['evidence']>
  expectTypeOf<Exclude<keyof Evidence, keyof SentEvidence>>().toEqualTypeOf<never>()
  type Details = Inner<z.output<typeof previewParams>['subscription_details']>
  type SentDetails = Inner<Stripe.InvoiceCreatePreviewParams['subscription_details']>
  expectTypeOf<Exclude<keyof Details, keyof SentDetails>>().toEqualTypeOf<never>()
  type Plan = Inner<z.output<typeof previewParams>['schedule_details']>
  type SentPlan = Inner<Stripe.InvoiceCreatePreviewParams['schedule_details']>
  expectTypeOf<Exclude<keyof Plan, keyof SentPlan>>().toEqualTypeOf<never>()
})

it('tells only of events that Stripe has, each with its own object', () => {
  type Emit = Store['emit']
  const check = (emit: Emit, invoice: Stripe.Invoice) => {
    emit('invoice.paid', invoice)
    // @ts-expect-error there is no such event
    emit('invoice.payed', invoice)
    // @ts-expect-error this event is of another object
    emit('customer.created', invoice)
  }
  expectTypeOf(check).toBeFunction()
})
