import type { CreditPack, PlanOffer } from '#contract/plans-and-prices.ts'
import type { PlanPeriod } from '#contract/users.ts'
import { formatCents, formatCentsShort, formatDollars } from '#web/lib/format.ts'

/** Dollars of the price list as whole cents: 79.2 -> 7920. Every amount below is made from these. */
const centsOf = (dollars: number): number => Math.round(dollars * 100)

/** All in cents. */
interface PlanAmounts {
  monthly: number
  yearly: number
  /** A twelfth of the year. */
  yearlyPerMonth: number
  /** A twelfth of the year before the discount. */
  originalPerMonth: number
}

/**
 * What a plan costs, in whole cents. The year before the discount is price / (1 - discount / 100);
 * one division of whole numbers, so that nothing is lost on the way.
 */
export function planAmounts({ monthly, yearly, yearlyDiscount }: PlanOffer['price']): PlanAmounts {
  const year = centsOf(yearly)
  return {
    monthly: centsOf(monthly),
    yearly: year,
    yearlyPerMonth: Math.round(year / 12),
    originalPerMonth: Math.round((year * 100) / ((100 - yearlyDiscount) * 12)),
  }
}

export interface ShownPrice {
  /** Dollars a month. */
  perMonth: string
  /** What is paid at once for a year; null when paid by the month. */
  perYear: string | null
  /** Dollars a month before the discount, and `40` for 40 %; null when there is none. */
  original: string | null
  discount: number | null
}

/** What a plan card shows: yearly prices by the month, with what the discount takes off. */
export function shownPrice({ price }: Pick<PlanOffer, 'price'>, period: PlanPeriod): ShownPrice {
  const amounts = planAmounts(price)
  if (period === 'monthly') {
    const perMonth = formatCentsShort(amounts.monthly)
    return { perMonth, perYear: null, original: null, discount: null }
  }
  return {
    perMonth: formatCents(amounts.yearlyPerMonth),
    perYear: formatCentsShort(amounts.yearly),
    original: formatCents(amounts.originalPerMonth),
    discount: price.yearlyDiscount,
  }
}

/** The largest yearly discount among the offers, in percent. */
export const largestDiscount = (offers: readonly Pick<PlanOffer, 'price'>[]): number =>
  Math.max(0, ...offers.map(({ price }) => price.yearlyDiscount))

/** Dollars for one of `quantity` pictures that cost `cents` together, rounded to four decimals. */
const perImage = (cents: number, quantity: number): string =>
  formatDollars(Math.round((cents * 100) / quantity) / 10_000, 4)

/**
 * Dollars a picture of a pack, four decimals.
 * @param credits a picture costs
 */
export const packPricePerImage = (
  { price, quantity }: Pick<CreditPack, 'price' | 'quantity'>,
  credits: number,
) => perImage(price * credits, quantity)

/**
 * Dollars a picture of a plan whose credits are all used, four decimals.
 * @param credits a picture costs
 */
export function planPricePerImage(
  offer: Pick<PlanOffer, 'price' | 'monthly_credits'>,
  period: PlanPeriod,
  credits: number,
): string {
  const { monthly, yearly } = planAmounts(offer.price)
  return period === 'monthly'
    ? perImage(monthly * credits, offer.monthly_credits)
    : perImage(yearly * credits, offer.monthly_credits * 12)
}

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
