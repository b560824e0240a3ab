import type Stripe from 'stripe'
import { idOf, type ItemDiscounts, type LineDiscount, type LineDraft } from '../object-types.ts'
import type { Store } from '../store.ts'

/** A discount with what it takes off. */
export interface ActiveDiscount {
  id: string
  coupon: Stripe.Coupon
}

/**
 * Cents off each of these amounts, at most the amounts: a percentage to the nearest cent, half a cent up; a sum from the
 * first on.
 */
function amountsOff(
  { percent_off: percent, amount_off: sum }: Stripe.Coupon,
  amounts: readonly number[],
): number[] {
  let left = sum ?? 0
  return amounts.map((amount) => {
    if (percent !== null) return Math.floor((amount * percent + 50) / 100)
    const off = Math.min(left, amount)
    left -= off
    return off
  })
}

/** The lines of a checkout with what is off them. */
export function offLines(
  lines: readonly Stripe.LineItem[],
  coupon: Stripe.Coupon | null,
): Stripe.LineItem[] {
  if (!coupon) return [...lines]
  const off = amountsOff(
    coupon,
    lines.map(({ amount_subtotal: amount }) => amount),
  )
  return lines.map((line, index) => ({
    ...line,
    amount_discount: off[index] ?? 0,
    amount_total: line.amount_subtotal - (off[index] ?? 0),
  }))
}

/** The lines of an invoice, for whole periods, with what is off them. */
export function discountLines(
  lines: readonly LineDraft[],
  active: ActiveDiscount | null,
): LineDraft[] {
  if (!active) return [...lines]
  const off = amountsOff(
    active.coupon,
    lines.map(({ amount }) => amount),
  )
  return lines.map((line, index) => ({
    ...line,
    discount: { id: active.id, amount: off[index] ?? 0 },
  }))
}

/** By item, as `of` says; items without a discount are left out. */
export function discountsOf(
  items: readonly Stripe.SubscriptionItem[],
  of: (item: Stripe.SubscriptionItem) => LineDiscount | undefined,
): ItemDiscounts {
  return Object.fromEntries(
    items.flatMap((item) => {
      const discount = of(item)
      return discount ? [[item.id, discount]] : []
    }),
  )
}

/** Discounts on the items of lines for whole periods. */
export function itemDiscountsOf(lines: readonly LineDraft[]): ItemDiscounts {
  return Object.fromEntries(
    lines.flatMap(({ subscription, discount }) =>
      subscription && discount ? [[subscription.item, discount]] : [],
    ),
  )
}

/** Whether lines of prorations tell the amount and what is off it apart. */
export const isItemized = ({ billing_mode: mode }: Stripe.Subscription): boolean =>
  mode.flexible?.proration_discounts === 'itemized'

async function findDiscount(
  store: Store,
  { discounts }: Pick<Stripe.Subscription, 'discounts'>,
): Promise<Stripe.Discount | null> {
  const id = idOf(discounts[0])
  return id === null ? null : store.get('discount', id)
}

/** Discount on a period of a subscription, or of a phase of its schedule, that begins at this moment. */
export async function activeDiscount(
  store: Store,
  subscription: Pick<Stripe.Subscription, 'discounts'>,
  at: number,
): Promise<ActiveDiscount | null> {
  const discount = await findDiscount(store, subscription)
  if (!discount || (discount.end !== null && at >= discount.end)) return null
  return { id: discount.id, coupon: await store.get('coupon', idOf(discount.source.coupon) ?? '') }
}

/** Ids of the discounts that a phase of a schedule names. */
export const discountsOfPhase = ({ discounts }: Stripe.SubscriptionSchedule.Phase): string[] =>
  discounts.map(({ discount }) => idOf(discount)).filter((id) => id !== null)

/** Puts these discounts on a subscription instead of those that are on it, and tells of each that goes. */
export async function setDiscounts(
  store: Store,
  subscription: Stripe.Subscription,
  ids: readonly string[],
): Promise<void> {
  const before = subscription.discounts.map(idOf).filter((id) => id !== null)
  subscription.discounts = [...ids]
  store.save(subscription)
  for (const id of before) {
    if (!ids.includes(id)) store.emit('customer.discount.deleted', await store.get('discount', id))
  }
}

function drop(store: Store, subscription: Stripe.Subscription, discount: Stripe.Discount): void {
  subscription.discounts = []
  store.save(subscription)
  store.emit('customer.discount.deleted', discount)
}

/** Takes a discount off that has ended. */
export async function dropEndedDiscount(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<void> {
  const discount = await findDiscount(store, subscription)
  if (discount && discount.end !== null && store.now >= discount.end) {
    drop(store, subscription, discount)
  }
}

/** Takes a discount off that was for one invoice, which is made. */
export async function dropSpentDiscount(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<void> {
  const discount = await findDiscount(store, subscription)
  if (!discount) return
  const { duration } = await store.get('coupon', idOf(discount.source.coupon) ?? '')
  if (duration === 'once') drop(store, subscription, discount)
}
