import type Stripe from 'stripe'
import { PlanPeriod } from '#contract/users.ts'
import { labelOf, PACKS, PAID_PLANS, priceOf } from '../plans.ts'
import type { CheckoutItem, PricedItem } from '../payment-provider.ts'

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
  ...PACKS.map(({ quantity }): PricedItem => ({ kind: 'pack', quantity })),
]

/** Cents. */
export function amountOf(item: PricedItem): number {
  if (item.kind === 'plan') return priceOf(item.plan, item.period)
  return PACKS.find(({ quantity }) => quantity === item.quantity)?.price ?? 0
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

/** What a price of ours sells, also one that has lost its name to a newer amount; null: it is not one of ours. */
export function readPrice({
  metadata,
  lookup_key: lookupKey,
}: Pick<Stripe.Price, 'metadata' | 'lookup_key'>): PricedItem | null {
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
