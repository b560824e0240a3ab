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

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function joined(began: unknown, saved: unknown, typed: unknown): unknown {
  if (isRecord(began) && isRecord(saved) && isRecord(typed))
    return Object.fromEntries(
      Object.keys(typed).map((name) => [name, joined(began[name], saved[name], typed[name])]),
    )
  return isSame(began, typed) ? saved : typed
}

/**
 * Puts what somebody changed into what is saved now: a field that was not touched, also one within another, is taken as it is
 * saved. A list is one field.
 * @param began as the form held it at first, `saved` and `typed` likewise; all of the same shape
 * @param together fields that mean something only with one another: where one was changed, all of them are taken as typed
 */
export function joinedOf<T extends object>(
  { began, saved, typed }: { began: T; saved: T; typed: T },
  together: readonly (readonly (keyof T)[])[] = [],
): T {
  const result = joined(began, saved, typed) as T
  for (const fields of together)
    if (fields.some((field) => !isSame(began[field], typed[field])))
      for (const field of fields) result[field] = typed[field]
  return result
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
