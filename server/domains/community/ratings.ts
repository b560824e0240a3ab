import type { z } from 'zod'
import type { Rating } from '#contract/prediction-images.ts'

type RatingName = z.infer<typeof Rating>

/** From what everybody may see to what nobody may. */
const LEVELS: readonly RatingName[] = ['None', 'PG', 'PG13', 'Soft', 'Mature', 'X', 'Blocked']

/** Of what its owner reads. */
export const EVERY_LEVEL: readonly number[] = LEVELS.map((_, level) => level)

/** The level of a rating, or null where it is not known. */
export function levelOf(rating: string): number | null {
  const level = (LEVELS as readonly string[]).indexOf(rating)
  return level < 0 ? null : level
}

/** What the API calls a level. */
export const ratingOf = (level: number | null): RatingName =>
  (level === null ? undefined : LEVELS[level]) ?? 'Unknown'
