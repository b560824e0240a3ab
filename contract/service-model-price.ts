import type { AddedModelEntry, ServiceCost } from './service-model-entry.ts'

/** Where a service bills by time: more than an image takes. */
export const USUAL_SECONDS = 10
const MICROS = 1_000_000
/** As much for the shortest video of a model, which takes longer. */
const USUAL_VIDEO_SECONDS = 60
/** Pixels of the price list's first line, in what services call a megapixel. */
const MEGAPIXELS = 1.048_576
const MOST_CREDITS = 1000

const MOST_PIXELS = 16_777_216
const MOST_BILLED_PIXELS = 2_000_000

/** The largest image that a tool is given, until somebody says otherwise: a small one where each pixel is billed. */
export const usualMaxPixels = ({ per }: ServiceCost): number =>
  per === 'megapixel' ? MOST_BILLED_PIXELS : MOST_PIXELS

const TIMES: ReadonlySet<ServiceCost['per']> = new Set(['second', 'compute_second'])

/** Approximate cost there of an image of up to one megapixel, in millionths of a US dollar. */
export function usualCost({ dollars, per }: ServiceCost, megapixels = MEGAPIXELS): number {
  const units = per === 'megapixel' ? megapixels : TIMES.has(per) ? USUAL_SECONDS : 1
  return Math.round(dollars * units * MICROS)
}

/** Cost there of a second of a video of so many, in millionths of a US dollar; approximate where computing is billed. */
export function secondCost({ dollars, per }: ServiceCost, seconds: number): number {
  if (per === 'second') return Math.round(dollars * MICROS)
  const units = per === 'compute_second' ? USUAL_VIDEO_SECONDS : 1
  return Math.round((dollars * units * MICROS) / seconds)
}

type Sold = Pick<AddedModelEntry, 'does' | 'cost'> & { maxPixels?: number; durations?: number[] }

/**
 * The cost that the price of an image, or of a second of a video, has to cover, millionths of a US dollar: an edit costs
 * people the same at any size, and of videos that are billed as one the shortest costs the most for a second.
 */
export function soldCost({ does, cost, maxPixels, durations }: Sold): number {
  if (does === 'video') return secondCost(cost, Math.min(...(durations ?? [1])))
  return does === 'edit_image' && maxPixels !== undefined
    ? usualCost(cost, maxPixels / 1e6)
    : usualCost(cost)
}

/**
 * The price at which a share of it is left once the service is paid.
 * @param margin percent of the price
 * @param creditValue what a credit brings, millionths of a US dollar
 * @returns credits, at least one
 */
export function proposeCredits(sold: Sold, margin: number, creditValue: number): number {
  const price = soldCost(sold) / (1 - margin / 100)
  return Math.min(MOST_CREDITS, Math.max(1, Math.ceil(price / creditValue)))
}
