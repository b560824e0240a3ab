export const PLAN_NAMES = ['free', 'basic', 'starter', 'hobby', 'pro'] as const

export const PLAN_PERIODS = ['monthly', 'yearly'] as const
