export { limitsOf } from './plans.ts'
export { priceImage } from './prices.ts'
export type { Billing, CurrentPlan, PlanLimits, TestSubscriptionInput } from './types.ts'
