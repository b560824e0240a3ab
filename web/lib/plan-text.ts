import type { PlanName, PlanPeriod } from '#contract/users.ts'
import { t } from './shared-texts.ts'

/** `starter` -> `Starter` */
export const planLabel = (plan: PlanName): string => t(`plan.${plan}`)

/** `Starter, yearly`; the free plan has no period. */
export const planAndPeriod = (plan: PlanName, period: PlanPeriod | null): string =>
  period === null ? planLabel(plan) : t(`planAndPeriod.${period}`, { plan: planLabel(plan) })
