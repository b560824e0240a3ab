import type Stripe from 'stripe'
import { dayText } from '../calendar.ts'
import { amountOf, nameOf } from '../objects/catalog.ts'
import type { LineDraft } from '../object-types.ts'
import type { Store } from '../store.ts'
import { remainingAmount } from './prorate.ts'

function priceText(price: Stripe.Price): string {
  const amount = ((price.unit_amount ?? 0) / 100).toFixed(2)
  return `$${amount} / ${price.recurring?.interval ?? 'once'}`
}

/** One line for each item's whole period. */
export async function periodLines(
  store: Store,
  items: readonly Stripe.SubscriptionItem[],
): Promise<LineDraft[]> {
  return Promise.all(
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
        subscription: { id: item.subscription, item: item.id },
      }
    }),
  )
}

/** What an item's time from `at` on is worth: to be paid, or (`unused`) given back. */
export async function prorationLine(
  store: Store,
  item: Stripe.SubscriptionItem,
  { at, unused }: { at: number; unused: boolean },
): Promise<LineDraft> {
  const quantity = item.quantity ?? 1
  const span = { start: item.current_period_start, end: item.current_period_end }
  const amount = remainingAmount(amountOf(item.price, quantity), span, at)
  const name = await nameOf(store, item.price)
  return {
    amount: unused ? -amount : amount,
    currency: item.price.currency,
    description: `${unused ? 'Unused' : 'Remaining'} time on ${name} ${unused ? 'after' : 'from'} ${dayText(at)}`,
    price: item.price,
    quantity,
    period: { start: at, end: span.end },
    proration: true,
    subscription: { id: item.subscription, item: item.id },
  }
}

/** One line for each thing that was bought once. */
export async function boughtLines(
  store: Store,
  items: readonly Stripe.LineItem[],
): Promise<LineDraft[]> {
  const lines: LineDraft[] = []
  for (const { price, quantity: count, amount_total: amount, currency } of items) {
    if (!price) continue
    lines.push({
      amount,
      currency,
      description: await nameOf(store, price),
      price,
      quantity: count ?? 1,
      period: { start: store.now, end: store.now },
      proration: false,
      subscription: null,
    })
  }
  return lines
}
