import type Stripe from 'stripe'
import { periodEnd } from '../calendar.ts'
import { newId } from '../ids.ts'
import { buildInvoice } from '../objects/invoice.ts'
import type { LineDraft } from '../object-types.ts'
import { buildItem, cadenceOf, periodOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { activeDiscount, discountsOfPhase } from './discounts.ts'
import { periodLines } from './invoice-lines.ts'
import { customerOf } from './invoices.ts'
import { readPendingLines } from './pending-lines.ts'
import { planChange, type WantedItem } from './plan-change.ts'
import { itemsOfPhase } from './schedules.ts'
import type { ProrationBehavior } from './update-subscription.ts'

export interface PreviewRequest {
  subscription: Stripe.Subscription
  items: WantedItem[] | undefined
  anchorNow: boolean
  prorations: ProrationBehavior
  prorationDate: number | undefined
  /** Ids of what is off; null: nothing is; left out: what the subscription, or the phase, has. */
  discounts: string[] | null | undefined
  /** Phase of its schedule that the next period belongs to; null: the next period has the items of this one. */
  phase: Stripe.SubscriptionSchedule.Phase | null
}

/** The items as the period that follows will have them. */
function nextItems(
  items: readonly Stripe.SubscriptionItem[],
  anchor: number,
): Stripe.SubscriptionItem[] {
  const { end } = periodOf(items)
  return items.map((item) =>
    buildItem({
      id: item.id,
      subscription: item.subscription,
      price: item.price,
      quantity: item.quantity ?? 1,
      start: end,
      end: periodEnd(anchor, end, cadenceOf(item.price)),
      created: item.created,
    }),
  )
}

/** What of a change would be asked for at once; null: nothing would, it waits for the next renewal. */
function linesAtOnce(
  change: { lines: LineDraft[]; restarts: boolean },
  prorations: ProrationBehavior,
): LineDraft[] | null {
  return change.restarts || prorations === 'always_invoice' ? change.lines : null
}

/** The invoice that a change would make, or else the next renewal's. Nothing is changed. */
export async function previewInvoice(
  store: Store,
  { subscription, items, anchorNow, prorations, prorationDate, discounts, phase }: PreviewRequest,
): Promise<Stripe.Invoice> {
  const change = await planChange(store, subscription, {
    items,
    anchorNow,
    prorate: prorations !== 'none',
    prorationDate,
    discounts,
  })
  const changes = items !== undefined || anchorNow
  const atOnce = changes ? linesAtOnce(change, prorations) : null
  const pending = await readPendingLines(store, subscription)
  const next = phase ? await itemsOfPhase(store, subscription, phase) : change
  const period = periodOf(subscription.items.data)
  const lasting = change.lasting ?? (phase ? discountsOfPhase(phase) : subscription.discounts)
  const later = async () => [
    ...change.lines,
    ...(await periodLines(
      store,
      nextItems(next.items, next.anchor),
      await activeDiscount(store, { discounts: lasting }, period.end),
    )),
  ]
  const invoice = buildInvoice(store, {
    customer: await customerOf(store, subscription),
    subscription,
    lines: [...pending, ...(atOnce ?? (await later()))],
    reason: 'upcoming',
    currency: subscription.currency,
    period: atOnce ? { start: store.now, end: store.now } : period,
    prorationDate: changes ? change.prorationDate : undefined,
  })
  const id = newId('upcoming_in')
  return { ...invoice, id, next_payment_attempt: atOnce ? store.now : period.end }
}
