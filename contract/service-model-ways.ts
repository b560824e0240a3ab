import type { ServiceModelInput } from './admin-service-models.ts'
import type { AddedModelEntry, VideoModelEntry } from './service-model-entry.ts'

/** Value that each input of a model is given: a value of the order as `$prompt`, or a constant. */
export type Given = Readonly<Record<string, unknown>>

const MASKS: ReadonlySet<unknown> = new Set(['$mask', '$kept_mask'])
/** Of a drawing these belong to the ways that start from an image. */
const OF_IMAGES: ReadonlySet<unknown> = new Set(['$image', '$images', '$strength', ...MASKS])

/** All that an entry sends, over all of its ways. */
export function givenBy(entry: AddedModelEntry): Given {
  return {
    ...(entry.does === 'draw' && { ...entry.fromImage?.input, ...entry.withMask?.input }),
    ...(entry.does === 'video' && entry.fromImage?.input),
    ...entry.input,
  }
}

/** Material that an order of a model may begin with: words alone, a whole image, or an image with a part that is drawn over. */
export type OrderWay = 'words' | 'image' | 'mask'

/** Whether every video of a model begins with an image. */
export const startsFromImage = ({ input }: Pick<VideoModelEntry, 'input'>): boolean =>
  JSON.stringify(input).includes('"$image"')

/** The ways of an entry, each of which is sent otherwise; LoRAs are none of them. */
export function waysOf(entry: AddedModelEntry): OrderWay[] {
  switch (entry.does) {
    case 'draw':
      return [
        'words',
        ...(entry.fromImage ? (['image'] as const) : []),
        ...(entry.withMask ? (['mask'] as const) : []),
      ]
    case 'inpaint':
      return ['mask']
    case 'video':
      if (startsFromImage(entry)) return ['image']
      return ['words', ...(entry.fromImage ? (['image'] as const) : [])]
    default:
      return ['image']
  }
}

const without = (given: Given, left: ReadonlySet<unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => !left.has(value)))

/**
 * The same model with its inputs given so: what starts from an image goes by a way of its own.
 * @param inputs as the service publishes them
 */
export function withGiven(
  entry: AddedModelEntry,
  given: Given,
  inputs: readonly ServiceModelInput[],
): AddedModelEntry {
  const { endpoint } = entry
  const has = (...values: string[]) =>
    Object.values(given).some((value) => typeof value === 'string' && values.includes(value))
  if (entry.does === 'video') {
    const { fromImage: _, ...rest } = entry
    const needsImage = inputs.some(({ name, required }) => required && given[name] === '$image')
    if (needsImage || !has('$image')) return { ...rest, input: { ...given } }
    return {
      ...rest,
      input: without(given, new Set(['$image'])),
      fromImage: { endpoint, input: { ...given } },
    }
  }
  if (entry.does !== 'draw') return { ...entry, input: { ...given } }
  const { fromImage: before, withMask: _, ...rest } = entry
  const hasMask = has('$mask', '$kept_mask')
  // Without a strength what takes a mask would draw another image in place of the one that it starts from.
  const drawsFromImage = has('$image', '$images') && (has('$strength') || !hasMask)
  return {
    ...rest,
    input: without(given, OF_IMAGES),
    ...(drawsFromImage && {
      fromImage: { endpoint, fit: before?.fit ?? 'cover', input: without(given, MASKS) },
    }),
    ...(hasMask && has('$image') && { withMask: { endpoint, input: { ...given } } }),
  }
}

/** Seconds as a service is told them. */
export const saidDuration = (
  { durationAs }: Pick<VideoModelEntry, 'durationAs'>,
  seconds: number,
): number | string =>
  durationAs === 'number' ? seconds : durationAs === 'text' ? String(seconds) : `${seconds}s`
