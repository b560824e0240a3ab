import type { PromotionOffer } from '#contract/promotions.ts'
import type { PlanPeriod } from '#contract/users.ts'
import { PLAN_PERIODS } from '#contract/values/users.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from '../context.ts'
import type { PricedItem } from '../payment-provider.ts'
import { packs, PAID_PLANS, type PaidPlan } from '../plans.ts'
import { amountOf } from '../stripe/priced-items.ts'
import { findPaidSubscription, isPaid } from '../subscriptions.ts'
import { limitGuesses } from './limit-guesses.ts'
import { findPromotion, requireUsable } from './redeem.ts'
import { isFor, priceWith, type PromotionRow } from './terms.ts'

export const presentTerms = (row: PromotionRow) => ({
  code: row.code,
  percent_off: row.percent_off,
  amount_off: row.amount_off,
  duration: row.duration,
  months: row.months,
  applies_to: row.applies_to,
  first_purchase: row.first_purchase,
  expires_at: row.expires_at?.toISOString() ?? null,
})

const plan = (name: PaidPlan, period: PlanPeriod): PricedItem => ({
  kind: 'plan',
  plan: name,
  period,
})

/** Everything that is bought without a plan; with one, another plan is a change, which no code is for. */
export function itemsFor(hasPlan: boolean): PricedItem[] {
  const ofPacks = packs().map(({ quantity }): PricedItem => ({ kind: 'pack', quantity }))
  if (hasPlan) return ofPacks
  return [...PAID_PLANS.flatMap((name) => PLAN_PERIODS.map((of) => plan(name, of))), ...ofPacks]
}

/**
 * Shows how much a code takes off which prices for the person who asks; nothing changes.
 * @param userId null: not signed in
 * @throws {AppError} `invalid`, `throttled`
 */
export async function checkPromotion(
  { db, provider, limiter }: PaymentContext,
  { userId, code, ip }: { userId: string | null; code: string; ip: string },
): Promise<PromotionOffer> {
  await limitGuesses({ limiter }, { userId, ip })
  const field = 'code'
  const promotion = await findPromotion(db.kysely, provider, { code, field })
  await requireUsable(db.kysely, promotion, { userId, field })
  const row = userId === null ? undefined : await findPaidSubscription(db.kysely, userId)
  const hasPlan = row !== undefined && isPaid(row, provider)
  const prices = itemsFor(hasPlan)
    .filter((item) => isFor(promotion, item))
    .flatMap((item) => {
      const price = amountOf(item)
      const discounted = priceWith(promotion, price, provider.minimumCharge)
      return discounted === null ? [] : [{ ...item, price, discounted }]
    })
  if (prices.length === 0) {
    throw invalidField(
      field,
      hasPlan ? t('billing.codeForNewPlan') : t('billing.codeNotForThisSite'),
    )
  }
  return { ...presentTerms(promotion), prices }
}
