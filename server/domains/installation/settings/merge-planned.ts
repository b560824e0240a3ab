import type { ConsoleSetting } from '../settings-book.ts'

type Text = string | null

/** `a=1,b=2` by name. */
const entriesOf = (text: Text): Map<string, string> =>
  new Map(
    (text ?? '')
      .split(',')
      .map((item) => item.trim().split('='))
      .filter((item): item is [string, string] => item.length === 2),
  )

/**
 * Merges a planned change into a list when it is due: only the values that the plan changed are changed, because others may
 * have been changed since.
 * @param texts.over what stood there when it was planned
 */
export function mergePlanned({
  planned,
  over,
  now,
}: {
  planned: Text
  over: Text
  now: Text
}): Text {
  const [from, to, merged] = [entriesOf(over), entriesOf(planned), entriesOf(now)]
  for (const key of new Set([...from.keys(), ...to.keys()])) {
    const value = to.get(key)
    if (value === from.get(key)) continue
    if (value === undefined) merged.delete(key)
    else merged.set(key, value)
  }
  return merged.size === 0 ? null : [...merged].map((entry) => entry.join('=')).join(',')
}

/** A planned change as it is stored. */
interface Planned {
  changes: Readonly<Record<string, Text>>
  planned_over: Readonly<Record<string, Text>> | null
}

/**
 * Settings that result from a planned change: lists are merged, others are replaced.
 * @param known.list all settings
 * @param known.stored what is stored of them now
 */
export const settingsOfPlan = (
  { changes, planned_over: over }: Planned,
  {
    list,
    stored,
  }: {
    list: readonly Pick<ConsoleSetting, 'name' | 'isList'>[]
    stored: Readonly<Record<string, Text | undefined>>
  },
): Record<string, Text> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, planned]) => {
      const isList = list.find((one) => one.name === name)?.isList === true
      // Of what was planned before `planned_over` was kept, the whole text holds.
      if (!isList || over === null) return [name, planned]
      return [name, mergePlanned({ planned, over: over[name] ?? null, now: stored[name] ?? null })]
    }),
  )
