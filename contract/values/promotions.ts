export const PROMOTION_TARGETS = ['all', 'plans', 'monthly_plans', 'yearly_plans', 'packs'] as const

export const PROMOTION_DURATIONS = ['once', 'repeating', 'forever'] as const

export const PROMOTION_LIMITS = { months: 36, redemptions: 1_000_000, cents: 100_000 } as const
