import type { z } from 'zod'
import type { Text } from '#server/texts/index.ts'
import type { Config } from './config.ts'
import { loadConfig } from './load-config.ts'
import { isPriceList } from './price-settings.ts'
import { SECRET_SETTINGS } from './secret-settings.ts'
import { SettingFault } from './setting-fault.ts'
import { Settings } from './settings.ts'
import { consoleOf, usualOf } from './values.ts'

/** Settings that the console may change, from their declaration. */
export const consoleSettings = Object.entries<z.ZodType>(Settings.shape).flatMap(
  ([name, schema]) => {
    const follows = consoleOf(schema)
    if (follows === null) return []
    return {
      name,
      secret: SECRET_SETTINGS.has(name),
      live: follows === 'live',
      isList: isPriceList(name),
      means: schema.description ?? '',
      without: usualOf(schema),
    }
  },
)

const CHANGEABLE: ReadonlySet<string> = new Set(consoleSettings.map(({ name }) => name))

/**
 * The settings of a start with what the console stores beside what the environment gave, which comes first. What is wrong of it is passed
 * over, with what needs it, and the rest holds.
 */
export function withStored(
  start: Config,
  stored: Readonly<Record<string, string>>,
): { config: Config; faults: SettingFault[] } {
  const { given, roles, forgetTestPayments } = start
  const faults: SettingFault[] = []
  let kept = Object.entries(stored).filter(
    ([name]) => CHANGEABLE.has(name) && given[name] === undefined,
  )
  for (;;) {
    try {
      const config = loadConfig({ ...Object.fromEntries(kept), ...given })
      return { config: { ...config, given, roles, forgetTestPayments }, faults }
    } catch (error) {
      // Without what is stored these are the settings that the program started with.
      if (!(error instanceof SettingFault) || kept.length === 0) throw error
      faults.push(error)
      const others = kept.filter(([name]) => !error.names.includes(name))
      kept = others.length < kept.length ? others : []
    }
  }
}

/** What is wrong with those of these names when all of it is stored; null: nothing. */
export function faultOfStored(
  start: Config,
  stored: Readonly<Record<string, string>>,
  changed: readonly string[],
): { name: string; sentence: Text } | null {
  const fault = withStored(start, stored).faults.find(({ names }) =>
    names.some((name) => changed.includes(name)),
  )
  return fault ? { name: fault.names[0], sentence: fault.sentence } : null
}
