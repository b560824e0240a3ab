/** A plan that is paid for. */
export const PAID_PLAN_NAMES = ['basic', 'starter', 'hobby', 'pro'] as const
