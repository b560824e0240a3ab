import { expect } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import type { Promotion } from '#contract/promotions.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './payments-app.ts'

export type Terms = Partial<{
  code: string
  percent_off: number
  amount_off: number
  duration: Promotion['duration']
  months: number
  applies_to: Promotion['applies_to']
  first_purchase: boolean
  max_redemptions: number
  expires_at: string
}>

let count = 0

/**
 * Makes a promotion as an administrator does, with a code of its own; 20 % off and a thousand purchases unless the terms
 * say otherwise.
 */
export async function promote(shop: PaymentsApp, terms: Terms = {}): Promise<Promotion> {
  const admin = await newAdmin(shop.app)
  count += 1
  const off = terms.amount_off === undefined ? { percent_off: 20 } : {}
  const body = { code: `SALE${count}`, max_redemptions: 1000, ...off, ...terms }
  return admin.call(api.adminPromotions.create, { body })
}

/** The page where a plan is paid with a code. */
export async function openPlan(
  person: TestPerson,
  promotion: string,
  choice: PlanChoice = { plan: 'basic', period: 'monthly' },
): Promise<string> {
  const body = { ...choice, promotion }
  return (await person.call(api.billing.checkoutSubscription, { body })).url
}

/** A field is at fault, with these words. */
export const refused = (text: string) => ({
  status: 400,
  body: expect.toSatisfy((body) => JSON.stringify(body).includes(text)) as unknown,
})

/** Entries in the books that do not agree with the provider. */
export const findingsOf = async ({ app }: PaymentsApp) =>
  (await app.context.admin.findDifferences(3000)).findings
