export { type BillingDeps, createBilling } from './create-billing.ts'
export { limitsOf } from './plans.ts'
export { priceImage } from './prices.ts'
export type { Billing, CurrentPlan, PlanLimits, TestSubscriptionInput } from './types.ts'
