import type { PlanOffer } from '#contract/plans.ts'
import type { PlanPeriod } from '#contract/users.ts'

export interface ShownPrice {
  /** Dollars a month. */
  perMonth: string
  /** Dollars a month before the discount, and `40` for 40 %; null when there is none. */
  original: string | null
  discount: number | null
}

/** What a plan card shows: yearly prices by the month, with what the discount takes off. */
export function shownPrice({ price }: PlanOffer, period: PlanPeriod): ShownPrice {
  if (period === 'monthly') {
    return { perMonth: `$${price.monthly}`, original: null, discount: null }
  }
  const original = price.yearly / (1 - price.yearlyDiscount / 100) / 12
  return {
    perMonth: `$${(price.yearly / 12).toFixed(2)}`,
    original: `$${original.toFixed(2)}`,
    discount: price.yearlyDiscount,
  }
}

/** Dollars a picture, four decimals. */
export const pricePerImage = (pack: { price: number; quantity: number }): string =>
  `$${(pack.price / 100 / pack.quantity).toFixed(4)}`

/** `{{2,000}} credits` -> `[{ text: '2,000', bold: true }, { text: ' credits', bold: false }]` */
export function boldParts(feature: string): { text: string; bold: boolean }[] {
  return feature
    .split(/(\{\{.*?\}\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('{{') && part.endsWith('}}')
        ? { text: part.slice(2, -2), bold: true }
        : { text: part, bold: false },
    )
}
