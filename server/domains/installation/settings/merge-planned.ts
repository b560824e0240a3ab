import { PRICE_LISTS } from '#contract/admin-settings.ts'

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
 * What a setting becomes when a planned change of it is due. Of a list of prices only those change that the plan changed:
 * others may have been changed since. Any other setting is replaced.
 * @param texts.over what stood there when it was planned
 */
export function mergePlanned(
  name: string,
  { planned, over, now }: { planned: Text; over: Text; now: Text },
): Text {
  if (!PRICE_LISTS.some((list) => list === name)) return planned
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

/** What the settings of a planned change become, beside what is stored now. */
export const settingsOfPlan = (
  { changes, planned_over: over }: Planned,
  stored: Readonly<Record<string, Text | undefined>>,
): Record<string, Text> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, planned]) => {
      // Planned before it was kept what stood there: the whole text holds.
      if (over === null) return [name, planned]
      return [
        name,
        mergePlanned(name, { planned, over: over[name] ?? null, now: stored[name] ?? null }),
      ]
    }),
  )
