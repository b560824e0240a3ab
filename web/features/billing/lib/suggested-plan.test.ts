import { expect, test } from 'vitest'
import type { PlanOffer } from '#contract/plans-and-prices.ts'
import { suggestedPlan } from './suggested-plan.ts'

const NAMES = ['basic', 'starter', 'hobby', 'pro'] as const
const PERIODS = ['monthly', 'yearly'] as const

const offers = NAMES.map((plan): PlanOffer => ({
  plan,
  plan_name: plan,
  price: { monthly: 1, yearly: 1, yearlyDiscount: 0 },
  popular: plan === 'starter',
  monthly_credits: 1,
  features: [],
}))

test('the button that stands out never leads to less than somebody has', () => {
  const seen = NAMES.flatMap((name) =>
    PERIODS.flatMap((period) =>
      PERIODS.map((shown) => {
        const suggested = suggestedPlan(offers, { name, period }, shown)
        return { name, period, shown, suggested }
      }),
    ),
  )
  const lesser = seen.filter(({ name, period, shown, suggested }) => {
    if (suggested === null) return false
    const [own, wanted] = [NAMES.indexOf(name), NAMES.indexOf(suggested)]
    const isSame = own === wanted && period === shown
    return wanted < own || isSame || (period === 'yearly' && shown === 'monthly')
  })
  expect(lesser).toEqual([])
  expect(
    seen.find(({ name, period, shown }) => name === 'basic' && period === shown),
  ).toMatchObject({ suggested: 'starter' })
  expect(seen.find(({ name, period, shown }) => name === 'pro' && period === shown)).toMatchObject({
    suggested: null,
  })
})

test('somebody without a plan is shown the popular one', () => {
  for (const period of PERIODS) {
    expect(suggestedPlan(offers, null, period)).toBe('starter')
    expect(suggestedPlan(offers, { name: 'free', period: null }, period)).toBe('starter')
  }
})
