import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import type { LineDraft } from '../object-types.ts'
import { decimal } from '../object-types.ts'
import type { Store } from '../store.ts'

/** Keeps a proration for the next invoice. */
export function keepPendingLine(store: Store, customer: string, draft: LineDraft): void {
  const { price, subscription: owner } = draft
  const item = store.add(
    'invoiceitem',
    {
      id: newId('ii'),
      object: 'invoiceitem',
      amount: draft.amount,
      currency: draft.currency,
      customer,
      customer_account: null,
      date: store.now,
      description: draft.description,
      discountable: false,
      discounts: draft.discount ? [draft.discount.id] : [],
      invoice: null,
      livemode: false,
      metadata: {},
      net_amount: draft.amount - (draft.discount?.amount ?? 0),
      parent: owner && {
        subscription_details: { subscription: owner.id, subscription_item: owner.item },
        type: 'subscription_details',
      },
      period: draft.period,
      pricing: {
        price_details: {
          price: price.id,
          product: typeof price.product === 'string' ? price.product : price.product.id,
        },
        type: 'price_details',
        unit_amount_decimal: price.unit_amount_decimal,
      },
      proration: true,
      quantity: draft.quantity,
      quantity_decimal: decimal(draft.quantity),
      tax_rates: [],
      test_clock: null,
    },
    { draft },
  )
  store.emit('invoiceitem.created', item)
}

async function pendingItems(store: Store, subscription: Stripe.Subscription) {
  const { data } = await store.list('invoiceitem', {
    where: { invoice: null, parent: { subscription_details: { subscription: subscription.id } } },
  })
  return data.toReversed()
}

/** The prorations that wait for the next invoice, oldest first. */
export async function readPendingLines(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<LineDraft[]> {
  const items = await pendingItems(store, subscription)
  return items.flatMap((item) => store.hidden(item).draft ?? [])
}

/** The same, for the invoice that takes them: they wait no longer. */
export async function takePendingLines(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<LineDraft[]> {
  const items = await pendingItems(store, subscription)
  const lines = items.flatMap((item) => store.hidden(item).draft ?? [])
  for (const item of items) await store.remove(item)
  return lines
}
