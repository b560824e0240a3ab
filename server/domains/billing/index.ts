export { MONTHS } from './credit-months.ts'
export { type PriceChanges, showPrices } from './price-list.ts'
export { checkStripe } from './stripe/check-stripe.ts'
export type * from './schema.ts'
export { type BillingDeps, createBilling } from './create-billing.ts'
export { type BillingMails, createBillingMails } from './mails/index.ts'
export {
  grantedBy,
  hasPrioritySupport,
  leastCreditValue,
  limitsOf,
  packs,
  PAID_PLANS,
  type PaidPlan,
  type PlanLimits,
  priceOf,
} from './plans.ts'
export { priceImage, prices, trainingCost } from './prices.ts'
export { type CaseRow, closeCase, findOpenCases, recordDifferences } from './cases.ts'
export type { Payment } from './payments.ts'
export {
  disputeEvidence,
  orderCheckouts,
  paymentCharges,
  payments,
  subscriptions,
  unreadCharges,
  withdrawals,
} from './relations.ts'
export { paidPlan, planSchedule } from './subscriptions.ts'
export type { Evidence, PaymentProvider } from './payment-provider.ts'
export { PAYMENT_EVENTS_LANE } from './provider-events.ts'
export { createStripeProvider } from './stripe/create-stripe-provider.ts'
export type {
  Billing,
  BillingEvent,
  PaidOrder,
  ReturnReason,
  CurrentPlan,
  EventJob,
  PlanGrant,
} from './types.ts'
export {
  faultOfStripeKey,
  forgetTestPlans,
  isLiveKey,
  nameOfStripe,
  requireNoTestPlans,
  TEST_PROVIDER,
} from './test-plans.ts'
export { lastEventAt, oldestWaitingEvent } from './last-event.ts'
