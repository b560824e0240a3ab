import { type Selectable, sql } from 'kysely'
import type { PlanChoice } from '#contract/billing.ts'
import type { Database, Reader } from '#server/platform/db/index.ts'
import type { CheckoutItem } from '../payment-provider.ts'
import { priceOf } from '../plans.ts'
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

/**
 * Cents that are left of a price; null: it is not sold so. Less is left than the provider collects, or nothing forever,
 * for prices may be lower now than when the promotion was made.
 */
export function priceWith(
  promotion: Pick<PromotionRow, 'percent_off' | 'amount_off' | 'duration'>,
  price: number,
  minimumCharge: number,
): number | null {
  const left = price - discountOn(price, promotion)
  if (left === 0) return promotion.duration === 'forever' ? null : 0
  return left >= minimumCharge ? left : null
}

/** Finds the promotion that is taken off the payments of a subscription that are to come. */
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

/**
 * Whether what is off the plan that runs is off another one too, once the plan is changed. A discount was given for one
 * interval, so it never goes over to the other; nor to a plan that it would make free forever.
 */
function isOffAlso(
  promotion: PromotionRow,
  row: Pick<Subscription, 'plan' | 'period'>,
  { plan, period }: PlanChoice,
): boolean {
  if (row.plan === plan && row.period === period) return true
  if (row.period !== period || !isFor(promotion, { kind: 'plan', plan, period })) return false
  return priceWith(promotion, priceOf(plan, period), 0) !== null
}

/** Whether a change of the plan leaves what is off its payments to come as it is. */
export async function keepsDiscounts(
  from: Reader,
  row: Pick<Subscription, 'promotion_id' | 'plan' | 'period'>,
  choice: PlanChoice,
): Promise<boolean> {
  const promotion = await findLastingPromotion(from, row)
  return !promotion || isOffAlso(promotion, row, choice)
}

/**
 * Cents of a payment for a plan at a time to come, with what is off it then. The plan that runs keeps its price, and so
 * does one that was scheduled; else it is today's.
 * @param choice.agreed cents that it was scheduled with
 */
export async function priceThen(
  from: Reader,
  row: Pick<Subscription, 'promotion_id' | 'discount_ends_at' | 'plan' | 'period' | 'price'>,
  { at, agreed = null, ...choice }: PlanChoice & { at: Date; agreed?: number | null },
): Promise<number> {
  const { plan, period } = choice
  const isKept = row.plan === plan && row.period === period
  const price = (isKept ? row.price : agreed) ?? priceOf(plan, period)
  const { discount_ends_at: end } = row
  const promotion = await findLastingPromotion(from, row)
  if (!promotion || (end !== null && at >= end)) return price
  return isOffAlso(promotion, row, choice) ? price - discountOn(price, promotion) : price
}
