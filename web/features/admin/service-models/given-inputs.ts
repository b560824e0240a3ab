import type { AddedModelEntry } from '#contract/service-model-entry.ts'

/** What each input of a model is given: a value of the order as `$prompt`, or a constant. */
export type Given = Readonly<Record<string, unknown>>

/** Of a drawing these belong to the way that starts from an image. */
const OF_IMAGES: ReadonlySet<unknown> = new Set(['$image', '$images', '$strength'])

/** All that an entry sends, over both of its ways. */
export function givenBy(entry: AddedModelEntry): Given {
  return { ...(entry.does === 'draw' && entry.fromImage?.input), ...entry.input }
}

/** The entry with its inputs given so. */
export function withGiven(entry: AddedModelEntry, given: Given): AddedModelEntry {
  if (entry.does !== 'draw') return { ...entry, input: { ...given } }
  const { fromImage: before, ...rest } = entry
  const input = Object.fromEntries(
    Object.entries(given).filter(([, value]) => !OF_IMAGES.has(value)),
  )
  const startsFromImage = Object.values(given).some(
    (value) => value === '$image' || value === '$images',
  )
  if (!startsFromImage) return { ...rest, input }
  return {
    ...rest,
    input,
    fromImage: { endpoint: entry.endpoint, fit: before?.fit ?? 'cover', input: { ...given } },
  }
}

/** A constant as it is typed; texts of an input that takes words stay as they are. */
export function parseConstant(text: string, type: string): unknown {
  if (type === 'text' || type === 'image') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const constantText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
