import type { PlanName, PlanPeriod } from '#contract/users.ts'

/** `starter` -> `Starter` */
export const planLabel = (plan: PlanName): string => plan.charAt(0).toUpperCase() + plan.slice(1)

/** `Starter, yearly`; the free plan has no period. */
export const planAndPeriod = (plan: PlanName, period: PlanPeriod | null): string =>
  period === null ? planLabel(plan) : `${planLabel(plan)}, ${period}`
