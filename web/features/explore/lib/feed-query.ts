import type { ImageFeedQuery, ModelFeedQuery } from '#contract/community.ts'
import { MODEL_TYPES } from '#contract/values/model-types.ts'

/*
 * No schemas here: they are too heavy for these pages. The names are those of the contract, and what is not allowed
 * together is left out, the last named first.
 */

type ImageQuery = Omit<ImageFeedQuery, 'cursor' | 'limit'>
type ModelQuery = Omit<ModelFeedQuery, 'cursor' | 'limit'>

export const IMAGE_ORDERS = ['-created_at', '-reactions', 'created_at'] as const
export const MODEL_ORDERS = ['-created_at', '-download_count', '-rating', 'created_at'] as const
export const SPANS = ['all', 'day', 'week', 'month', 'year'] as const
/** Ratings that everybody may see, of which one can be asked for alone. */
export const SHOWN_RATINGS = ['PG', 'PG13'] as const
/** Of these an address names one at most. */
export const IMAGE_CHOICES = ['tag', 'model', 'base_model', 'creator', 'q'] as const

const textIn = (search: URLSearchParams, name: string): string | undefined =>
  search.get(name)?.trim() || undefined

const oneOf = <T extends string>(
  search: URLSearchParams,
  name: string,
  known: readonly T[],
): T | undefined => known.find((one) => one === search.get(name))

/** Leaves out what has no value, so that equal queries have equal keys. */
const without = <T extends object>(query: T): T =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as T

/** The feed of images that an address asks for. */
export function imageQueryOf(search: URLSearchParams): ImageQuery {
  const choice = IMAGE_CHOICES.find((name) => textIn(search, name) !== undefined)
  return without({
    sort: oneOf(search, 'sort', IMAGE_ORDERS),
    period: oneOf(search, 'period', SPANS),
    rating: oneOf(search, 'rating', SHOWN_RATINGS),
    ...(choice && { [choice]: textIn(search, choice) }),
  })
}

/** The feed of models that an address asks for. */
export function modelQueryOf(search: URLSearchParams): ModelQuery {
  const alone = (['tag', 'creator', 'q'] as const).find((name) => textIn(search, name))
  const type = oneOf(search, 'type', MODEL_TYPES)
  return without({
    sort: oneOf(search, 'sort', MODEL_ORDERS),
    ...(alone
      ? { [alone]: textIn(search, alone) }
      : { type, base_model: textIn(search, 'base_model') }),
  })
}
