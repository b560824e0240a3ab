import { type Selectable, sql } from 'kysely'
import type { Database, Reader } from '#server/platform/db/index.ts'
import type { CheckoutItem } from '../payment-provider.ts'
import { type PaidPlan, priceOf } from '../plans.ts'
import type { Subscription } from '../subscription-states.ts'

export type PromotionRow = Selectable<Database['promotions']>

/** As codes are stored, however they were typed. */
export const codeOf = (typed: string): string => typed.trim().toUpperCase()

/** Cents off a price: a percentage to the nearest cent, half a cent up; a sum at most the price. */
export function discountOn(
  price: number,
  { percent_off: percent, amount_off: sum }: Pick<PromotionRow, 'percent_off' | 'amount_off'>,
): number {
  return percent === null ? Math.min(price, sum ?? 0) : Math.floor((price * percent + 50) / 100)
}

/** Whether a promotion is for a thing at all. */
export function isFor(
  { applies_to: target }: Pick<PromotionRow, 'applies_to'>,
  item: CheckoutItem,
): boolean {
  if (item.kind === 'headshots') return false
  if (target === 'all') return true
  if (item.kind === 'pack') return target === 'packs'
  return target === 'plans' || target === `${item.period}_plans`
}

/** Cents that are left of a price; null: less than the provider collects, and more than nothing. */
export function priceWith(
  promotion: Pick<PromotionRow, 'percent_off' | 'amount_off'>,
  price: number,
  minimumCharge: number,
): number | null {
  const left = price - discountOn(price, promotion)
  return left === 0 || left >= minimumCharge ? left : null
}

/** What is off the payments of a subscription that are to come. */
export async function findLastingPromotion(
  from: Reader,
  { promotion_id: id }: Pick<Subscription, 'promotion_id'>,
): Promise<PromotionRow | null> {
  if (id === null) return null
  const row = await from
    .selectFrom('promotions')
    .selectAll()
    .where('id', '=', id)
    .where('duration', '<>', sql.lit('once'))
    .executeTakeFirst()
  return row ?? null
}

/** Cents of a payment for a plan at a time to come, with what is off it then: the plan that runs keeps its price. */
export async function priceThen(
  from: Reader,
  row: Pick<Subscription, 'promotion_id' | 'discount_ends_at' | 'plan' | 'period' | 'price'>,
  { plan, period, at }: { plan: PaidPlan; period: 'monthly' | 'yearly'; at: Date },
): Promise<number> {
  const isKept = row.plan === plan && row.period === period && row.price !== null
  const price = isKept && row.price !== null ? row.price : priceOf(plan, period)
  const { discount_ends_at: end } = row
  const promotion = await findLastingPromotion(from, row)
  if (!promotion || (end !== null && at >= end)) return price
  return price - discountOn(price, promotion)
}
