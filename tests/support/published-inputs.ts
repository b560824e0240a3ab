import type { ServiceModelEntry } from '#contract/service-model-entry.ts'

/** An input as a service publishes it. */
export interface PublishedInput {
  name: string
  required?: boolean
  choices?: string[]
  minimum?: number
  maximum?: number
}

interface Way {
  endpoint: string
  input: Record<string, unknown>
}

/** Every request that an entry may become. */
export function waysOf(entry: ServiceModelEntry): Way[] {
  if (entry.does !== 'draw') return [entry]
  const { fromImage, withMask, withLoras, training } = entry
  return [entry, fromImage, withMask, withLoras, withLoras?.fromImage, training].filter(
    (way) => way !== undefined,
  )
}

/** What an order may put in the place of a value: all of it where it comes from a list, else its bounds. */
function valuesOf(entry: ServiceModelEntry, value: unknown): unknown[] {
  if (entry.does !== 'draw' || typeof value !== 'string' || !value.startsWith('$')) return [value]
  switch (value) {
    case '$aspect':
      return entry.aspects ?? []
    case '$sampler':
      return Object.values(entry.samplers ?? {})
    case '$width':
    case '$height':
      return [entry.sizes.min, entry.sizes.max]
    case '$steps':
      return [entry.maxSteps]
    default:
      return []
  }
}

const isOrdered = (value: unknown): boolean => typeof value === 'string' && value.startsWith('$')

/** What of a request its service would not take, by what it publishes; empty: it takes it. */
export function misfits(
  entry: ServiceModelEntry,
  { input }: Way,
  published: readonly PublishedInput[],
): string[] {
  const byName = new Map(published.map((one) => [one.name, one]))
  const left = published.filter(({ name, required }) => required && !Object.hasOwn(input, name))
  const wrong = Object.entries(input).flatMap(([name, given]) => {
    const known = byName.get(name)
    if (!known) return [`${name} is no input`]
    const { choices, minimum = -Infinity, maximum = Infinity } = known
    return valuesOf(entry, given)
      .filter((value) => !isOrdered(value))
      .filter(
        (value) =>
          (choices && ['string', 'number'].includes(typeof value)
            ? !choices.includes(String(value))
            : false) ||
          (typeof value === 'number' && (value < minimum || value > maximum)),
      )
      .map((value) => `${name} is never ${String(value)}`)
  })
  return [...left.map(({ name }) => `${name} is left out`), ...wrong]
}
