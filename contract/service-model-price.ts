import type { ServiceCost } from './service-model-entry.ts'

/** Where a service bills by time: more than an image takes. */
export const USUAL_SECONDS = 10
const MICROS = 1_000_000
/** Pixels of the price list's first line, in what services call a megapixel. */
const MEGAPIXELS = 1.048_576
const MOST_CREDITS = 1000

/** What an image of up to one megapixel costs there, about, in millionths of a US dollar. */
export function usualCost({ dollars, per }: ServiceCost): number {
  const units = per === 'megapixel' ? MEGAPIXELS : per === 'second' ? USUAL_SECONDS : 1
  return Math.round(dollars * units * MICROS)
}

/**
 * The price at which a share of it is left once the service is paid.
 * @param margin percent of the price
 * @param creditValue what a credit brings, millionths of a US dollar
 * @returns credits, at least one
 */
export function proposeCredits(cost: ServiceCost, margin: number, creditValue: number): number {
  const price = usualCost(cost) / (1 - margin / 100)
  return Math.min(MOST_CREDITS, Math.max(1, Math.ceil(price / creditValue)))
}
