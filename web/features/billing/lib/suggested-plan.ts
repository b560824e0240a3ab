import type { PlanOffer } from '#contract/plans-and-prices.ts'
import type { Me, PlanPeriod } from '#contract/users.ts'

/**
 * The plan whose button stands out: the popular one, or for somebody who has that one or more already, the next one up. Never one
 * that gives less than they have.
 */
export function suggestedPlan(
  offers: readonly PlanOffer[],
  current: Pick<Me['plan'], 'name' | 'period'> | null,
  period: PlanPeriod,
): PlanOffer['plan'] | null {
  const popular = offers.findIndex((offer) => offer.popular)
  const own = offers.findIndex(({ plan }) => plan === current?.name)
  // From a year to a month is a change to less, of any plan.
  if (current?.period === 'yearly' && period === 'monthly') return null
  const isLonger = current?.period === 'monthly' && period === 'yearly'
  const least = own < 0 || isLonger ? own : own + 1
  return offers[Math.max(popular, least)]?.plan ?? null
}
