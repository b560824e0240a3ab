import type Stripe from 'stripe'
import { dayText } from '../calendar.ts'
import { amountOf, nameOf } from '../objects/catalog.ts'
import type { LineDiscount, LineDraft } from '../object-types.ts'
import type { Store } from '../store.ts'
import { type ActiveDiscount, discountLines } from './discounts.ts'
import { remainingAmount } from './prorate.ts'

function priceText(price: Stripe.Price): string {
  const amount = ((price.unit_amount ?? 0) / 100).toFixed(2)
  return `$${amount} / ${price.recurring?.interval ?? 'once'}`
}

/** One line for each item's whole period. @param active what is off them */
export async function periodLines(
  store: Store,
  items: readonly Stripe.SubscriptionItem[],
  active: ActiveDiscount | null,
): Promise<LineDraft[]> {
  const lines = await Promise.all(
    items.map(async (item) => {
      const quantity = item.quantity ?? 1
      return {
        amount: amountOf(item.price, quantity),
        currency: item.price.currency,
        description: `${quantity} × ${await nameOf(store, item.price)} (at ${priceText(item.price)})`,
        price: item.price,
        quantity,
        period: { start: item.current_period_start, end: item.current_period_end },
        proration: false,
        discount: null,
        subscription: { id: item.subscription, item: item.id },
      }
    }),
  )
  return discountLines(lines, active)
}

interface Proration {
  at: number
  unused: boolean
  /** Discount on the price of the whole period. */
  discount: LineDiscount | null
  /** Whether lines tell amount and discount apart; else they hold what remains of the two. */
  itemized: boolean
}

/** Line for the value of an item's time from `at` on: to be paid, or (`unused`) given back as it was paid. */
export async function prorationLine(
  store: Store,
  item: Stripe.SubscriptionItem,
  { at, unused, discount, itemized }: Proration,
): Promise<LineDraft> {
  const quantity = item.quantity ?? 1
  const span = { start: item.current_period_start, end: item.current_period_end }
  const sign = unused ? -1 : 1
  const gross = remainingAmount(amountOf(item.price, quantity), span, at)
  const off = discount ? remainingAmount(discount.amount, span, at) : 0
  const name = await nameOf(store, item.price)
  return {
    amount: sign * (itemized ? gross : gross - off),
    currency: item.price.currency,
    description: `${unused ? 'Unused' : 'Remaining'} time on ${name} ${unused ? 'after' : 'from'} ${dayText(at)}`,
    price: item.price,
    quantity,
    period: { start: at, end: span.end },
    proration: true,
    discount: itemized && discount ? { id: discount.id, amount: sign * off } : null,
    subscription: { id: item.subscription, item: item.id },
  }
}

/** One line for each thing that was bought once. @param discount id of what is off them */
export async function boughtLines(
  store: Store,
  items: readonly Stripe.LineItem[],
  discount: string | null,
): Promise<LineDraft[]> {
  const lines: LineDraft[] = []
  for (const {
    price,
    quantity: count,
    amount_subtotal: amount,
    amount_discount: off,
    currency,
  } of items) {
    if (!price) continue
    lines.push({
      amount,
      currency,
      description: await nameOf(store, price),
      price,
      quantity: count ?? 1,
      period: { start: store.now, end: store.now },
      proration: false,
      discount: discount === null ? null : { id: discount, amount: off },
      subscription: null,
    })
  }
  return lines
}
