import type Stripe from 'stripe'
import { PlanPeriod } from '#contract/users.ts'
import {
  firstMonthlyCreditsOf,
  labelOf,
  monthlyCreditsOf,
  packs,
  PAID_PLANS,
  type PaidPlan,
  priceOf,
} from '../plans.ts'
import type { CheckoutItem, PricedItem, SoldItem } from '../payment-provider.ts'

/** The name that the price has at the provider, for ever; a new amount is a new price of the same name. */
export function lookupKeyOf(item: PricedItem): string {
  return item.kind === 'plan'
    ? `atelier_${item.plan}_${item.period}`
    : `atelier_pack_${item.quantity}`
}

export const SOLD_ITEMS: PricedItem[] = [
  ...PAID_PLANS.flatMap((plan) =>
    PlanPeriod.options.map((period): PricedItem => ({ kind: 'plan', plan, period })),
  ),
  ...packs().map(({ quantity }): PricedItem => ({ kind: 'pack', quantity })),
]

/** Cents. */
export function amountOf(item: PricedItem): number {
  if (item.kind === 'plan') return priceOf(item.plan, item.period)
  return packs().find(({ quantity }) => quantity === item.quantity)?.price ?? 0
}

/** The product that a price belongs to: a plan has two prices. */
export function productOf(item: PricedItem): { key: string; name: string } {
  return item.kind === 'plan'
    ? { key: `plan_${item.plan}`, name: `${labelOf(item.plan)} plan` }
    : { key: `pack_${item.quantity}`, name: `${item.quantity.toLocaleString('en-US')} credits` }
}

export function metadataOf(item: CheckoutItem): Record<string, string> {
  if (item.kind === 'headshots') return { atelier: 'headshots', headshots: item.reference }
  return item.kind === 'plan'
    ? { atelier: 'plan', plan: item.plan, period: item.period }
    : { atelier: 'pack', quantity: String(item.quantity) }
}

type ReadPrice = Pick<Stripe.Price, 'metadata' | 'lookup_key'> &
  Partial<Pick<Stripe.Price, 'unit_amount'>>

/** Metadata of a new price: what it sells, and the credits that go with it. */
export function metadataOfPrice(item: PricedItem): Record<string, string> {
  return item.kind === 'plan'
    ? { ...metadataOf(item), credits: String(monthlyCreditsOf(item.plan)) }
    : metadataOf(item)
}

/** Credits a month that a price of a plan sells. */
function creditsOf({ metadata }: ReadPrice, plan: PaidPlan): number {
  const credits = Number(metadata['credits'])
  return Number.isSafeInteger(credits) && credits > 0 ? credits : firstMonthlyCreditsOf(plan)
}

/** Whether a price is the one that is asked for an item today. */
export function isPriceOf(price: Stripe.Price, item: PricedItem): boolean {
  if (price.unit_amount !== amountOf(item)) return false
  return item.kind === 'pack' || creditsOf(price, item.plan) === monthlyCreditsOf(item.plan)
}

/** What a price of ours sells, also one that has lost its name to a newer amount; null: it is not one of ours. */
export function readPrice(price: ReadPrice): SoldItem | null {
  const item = itemOf(price)
  if (item?.kind !== 'plan') return item
  return { ...item, credits: creditsOf(price, item.plan), price: price.unit_amount ?? 0 }
}

function itemOf({ metadata, lookup_key: lookupKey }: ReadPrice): PricedItem | null {
  const plan = PAID_PLANS.find((known) => known === metadata['plan'])
  const period = PlanPeriod.safeParse(metadata['period'])
  if (metadata['atelier'] === 'plan' && plan && period.success) {
    return { kind: 'plan', plan, period: period.data }
  }
  const quantity = Number(metadata['quantity'])
  if (metadata['atelier'] === 'pack' && Number.isSafeInteger(quantity) && quantity > 0) {
    return { kind: 'pack', quantity }
  }
  return SOLD_ITEMS.find((item) => lookupKeyOf(item) === lookupKey) ?? null
}
