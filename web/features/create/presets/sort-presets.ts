import type { Preset } from '#contract/presets.ts'

/** The first is the usual one. */
export const ORDERS = ['recent', 'uses', 'name'] as const
export type PresetOrder = (typeof ORDERS)[number]

export const isOrder = (value: unknown): value is PresetOrder =>
  (ORDERS as readonly unknown[]).includes(value)

const byName = (a: Preset, b: Preset) => a.name.localeCompare(b.name, undefined, { numeric: true })

/** One that was never applied counts from when it was saved, so that a new one is near. */
const lastOf = ({ used_at: used, changed_at: changed }: Preset) =>
  used !== null && used > changed ? used : changed

const COMPARE: Record<PresetOrder, (a: Preset, b: Preset) => number> = {
  recent: (a, b) => lastOf(b).localeCompare(lastOf(a)) || byName(a, b),
  uses: (a, b) => b.uses - a.uses || byName(a, b),
  name: byName,
}

const textOf = ({ name, settings: { prompt } }: Preset): string =>
  `${name} ${typeof prompt === 'string' ? prompt : ''}`.toLowerCase()

/** The presets that have all words of a search in their name or prompt, in an order. */
export function sortPresets(
  presets: readonly Preset[],
  { search, order }: { search: string; order: PresetOrder },
): Preset[] {
  const words = search.toLowerCase().split(/\s+/)
  return presets
    .filter((preset) => words.every((word) => textOf(preset).includes(word)))
    .toSorted(COMPARE[order])
}
