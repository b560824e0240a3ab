import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { periodEnd } from '../calendar.ts'
import type { ItemDiscounts, LineDraft } from '../object-types.ts'
import { buildItem, cadenceOf, periodOf, sameCadence } from '../objects/subscription.ts'
import type { PlannedChange } from '../object-types.ts'
import type { Store } from '../store.ts'
import {
  type ActiveDiscount,
  activeDiscount,
  discountsOf,
  isItemized,
  itemDiscountsOf,
} from './discounts.ts'
import { periodLines, prorationLine } from './invoice-lines.ts'

/** An item as a request wants it. */
export interface WantedItem {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string> | undefined
}

export interface WantedChange {
  items: WantedItem[] | undefined
  anchorNow: boolean
  prorate: boolean
  /** The moment that money is counted from; left out: now. */
  prorationDate: number | undefined
  /** Ids of what is off from then on; null: nothing is; left out: what is off now. */
  discounts: string[] | null | undefined
}

export interface PlanChange extends PlannedChange {
  lines: LineDraft[]
  /** A new period begins, so there is an invoice whatever the request says of prorations. */
  restarts: boolean
  prorationDate: number
}

interface ItemFacts {
  id?: string
  price: Stripe.Price
  quantity: number
  metadata: Record<string, string>
  created: number
}

async function priceOf(store: Store, id: string): Promise<Stripe.Price> {
  const price = await store.get('price', id, 'items[0][price]')
  if (!price.recurring) {
    throw new ApiError('The price specified is not a recurring one.', { param: 'items[0][price]' })
  }
  if (!price.active) {
    throw new ApiError('The price specified is inactive. This field only accepts active prices.', {
      param: 'items[0][price]',
    })
  }
  return price
}

async function wantedFacts(
  store: Store,
  { items }: Stripe.Subscription,
  wanted: WantedItem[],
): Promise<ItemFacts[]> {
  const facts = new Map<string, ItemFacts>(
    items.data.map((item) => [
      item.id,
      {
        id: item.id,
        price: item.price,
        quantity: item.quantity ?? 1,
        metadata: item.metadata,
        created: item.created,
      },
    ]),
  )
  for (const [index, { id, price, quantity, deleted, metadata }] of wanted.entries()) {
    const before = id === undefined ? undefined : facts.get(id)
    if (id !== undefined && !before) {
      throw new ApiError(`No such subscription item: '${id}'`, {
        status: 404,
        code: 'resource_missing',
        param: `items[${index}][id]`,
      })
    }
    if (deleted && id !== undefined) {
      facts.delete(id)
      continue
    }
    const next = price === undefined ? before?.price : await priceOf(store, price)
    if (!next)
      throw new ApiError(`Missing required param: items[${index}][price].`, {
        code: 'parameter_missing',
      })
    facts.set(id ?? `new${index}`, {
      ...before,
      price: next,
      quantity: quantity ?? before?.quantity ?? 1,
      metadata: metadata ?? before?.metadata ?? {},
      created: before?.created ?? store.now,
    })
  }
  if (facts.size === 0) throw new ApiError('A subscription must have at least one active plan.')
  return [...facts.values()]
}

function checkDate(at: number, { start, end }: { start: number; end: number }): void {
  if (at >= start && at < end) return
  throw new ApiError(`Cannot specify proration date outside of current subscription period`, {
    param: 'proration_date',
  })
}

function isSame(
  item: Stripe.SubscriptionItem,
  other: Stripe.SubscriptionItem | undefined,
): boolean {
  return item.price.id === other?.price.id && (item.quantity ?? 1) === (other.quantity ?? 1)
}

interface ItemChange {
  before: Stripe.SubscriptionItem[]
  after: Stripe.SubscriptionItem[]
  /** Discounts on the periods of both. */
  discounts: { before: ItemDiscounts; after: ItemDiscounts }
  restarts: boolean
  at: number
  itemized: boolean
}

async function changeLines(
  store: Store,
  { before, after, discounts, restarts, at, itemized }: ItemChange,
): Promise<LineDraft[]> {
  const lines: LineDraft[] = []
  for (const item of before) {
    const kept =
      !restarts &&
      isSame(
        item,
        after.find(({ id }) => id === item.id),
      )
    const discount = discounts.before[item.id] ?? null
    if (!kept)
      lines.push(await prorationLine(store, item, { at, unused: true, discount, itemized }))
  }
  if (restarts) return lines
  for (const item of after) {
    const kept = isSame(
      item,
      before.find(({ id }) => id === item.id),
    )
    const discount = discounts.after[item.id] ?? null
    if (!kept)
      lines.push(await prorationLine(store, item, { at, unused: false, discount, itemized }))
  }
  return lines
}

/** Discounts on the periods of new items: an item that stays keeps its own, another gets the one that is active now. */
async function discountsAfter(
  store: Store,
  subscription: Stripe.Subscription,
  { after, active }: { after: Stripe.SubscriptionItem[]; active: ActiveDiscount | null },
): Promise<ItemDiscounts> {
  const kept = store.hidden(subscription).itemDiscounts ?? {}
  const now = itemDiscountsOf(await periodLines(store, after, active))
  return discountsOf(after, (item) =>
    isSame(
      item,
      subscription.items.data.find(({ id }) => id === item.id),
    )
      ? kept[item.id]
      : now[item.id],
  )
}

/**
 * What a change of items or of the anchor would make of a subscription, and what it would cost. Changes nothing. A
 * different interval, or `anchorNow`, ends the period and begins a new one now.
 */
export async function planChange(
  store: Store,
  subscription: Stripe.Subscription,
  wanted: WantedChange,
): Promise<PlanChange> {
  const before = subscription.items.data
  const period = periodOf(before)
  const at = wanted.prorationDate ?? store.now
  if (wanted.prorationDate !== undefined) checkDate(at, period)
  const facts = await wantedFacts(store, subscription, wanted.items ?? [])
  const [first] = facts
  const old = before[0]?.price
  const restarts = wanted.anchorNow || (!!first && !!old && !sameCadence(old, first.price))
  const anchor = restarts ? store.now : subscription.billing_cycle_anchor
  const after = facts.map((fact) =>
    buildItem({
      ...fact,
      subscription: subscription.id,
      start: restarts ? store.now : period.start,
      end: restarts ? periodEnd(anchor, anchor, cadenceOf(fact.price)) : period.end,
    }),
  )
  const lasting = wanted.discounts === null ? [] : wanted.discounts
  const active = await activeDiscount(
    store,
    { discounts: lasting ?? subscription.discounts },
    store.now,
  )
  const whole = restarts ? await periodLines(store, after, active) : []
  const discounts = restarts
    ? itemDiscountsOf(whole)
    : await discountsAfter(store, subscription, { after, active })
  const lines = wanted.prorate
    ? await changeLines(store, {
        before,
        after,
        discounts: {
          before: store.hidden(subscription).itemDiscounts ?? {},
          after: discounts,
        },
        restarts,
        at,
        itemized: isItemized(subscription),
      })
    : []
  lines.push(...whole)
  return {
    items: after,
    anchor,
    discounts,
    ...(lasting && { lasting }),
    lines,
    restarts,
    prorationDate: at,
  }
}
