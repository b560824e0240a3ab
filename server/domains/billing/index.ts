export { type BillingDeps, createBilling } from './create-billing.ts'
export { type BillingMails, createBillingMails } from './mails/index.ts'
export { limitsOf } from './plans.ts'
export { priceImage } from './prices.ts'
export { paidPlan } from './subscriptions.ts'
export type { PaymentProvider } from './payment-provider.ts'
export { type EventJob, PAYMENT_EVENTS_LANE } from './provider-events.ts'
export { createStripeProvider } from './stripe/create-stripe-provider.ts'
export type {
  Billing,
  BillingEvent,
  CurrentPlan,
  PlanLimits,
  TestSubscriptionInput,
} from './types.ts'
