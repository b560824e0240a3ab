/** A part of a form that stands otherwise where it is saved. */
interface Difference {
  /** Names of the fields that lead to it: `['texts', 'hero_title', 'en']`. */
  path: readonly string[]
  saved: string
  typed: string
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : (JSON.stringify(value) ?? '')

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Every leaf of a draft by the path to it; a list of plain values is one of them, a line each. */
function leavesOf(value: unknown, path: readonly string[] = []): [string[], string][] {
  if (isPlain(value)) return [[[...path], textOf(value)]]
  if (Array.isArray(value) && value.every(isPlain))
    return [[[...path], value.map(textOf).join('\n')]]
  return Object.entries(value as object).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? String(Number(name) + 1) : name]),
  )
}

/**
 * Compares what somebody typed with what is saved, field by field.
 * @param saved and `typed`: as the form holds them, of the same shape; lists may differ in length
 */
export function differencesOf(saved: unknown, typed: unknown): Difference[] {
  const found = new Map<string, Difference>()
  for (const [path, text] of leavesOf(saved))
    found.set(path.join('.'), { path, saved: text, typed: '' })
  for (const [path, text] of leavesOf(typed)) {
    const key = path.join('.')
    found.set(key, { path, saved: found.get(key)?.saved ?? '', typed: text })
  }
  return [...found.values()].filter(({ saved: there, typed: here }) => there !== here)
}
