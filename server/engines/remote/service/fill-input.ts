/** What an order has, by the names that a catalogue's inputs use; undefined: it has none. */
export type OrderValues = Readonly<Record<string, unknown>>

const PLACEHOLDER = /^\$(\w+)$/

/** A copy of a catalogue's input with the order's values in it; a field without a value is left out. */
export function fillInput(
  template: Record<string, unknown>,
  values: OrderValues,
): Record<string, unknown> {
  const filled = Object.entries(template).map(([key, value]) => [key, fill(value, values)] as const)
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}

function fill(value: unknown, values: OrderValues): unknown {
  if (typeof value === 'string') {
    const name = PLACEHOLDER.exec(value)?.[1]
    return name === undefined ? value : values[name]
  }
  if (Array.isArray(value)) {
    return value.map((item) => fill(item, values)).filter((item) => item !== undefined)
  }
  if (typeof value === 'object' && value !== null)
    return fillInput(value as Record<string, unknown>, values)
  return value
}

/** The ratio nearest to a size among those that a service has (`16:9`, `1344x768`). */
export function nearestAspect(
  aspects: readonly string[],
  { width, height }: { width: number; height: number },
): string | undefined {
  const distance = (aspect: string) => {
    const [across = 1, down = 1] = aspect.split(/[:x]/).map(Number)
    return Math.abs(Math.log((width / height) * (down / across)))
  }
  return aspects.toSorted((a, b) => distance(a) - distance(b))[0]
}
