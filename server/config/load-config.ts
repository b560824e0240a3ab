import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'dotenv'
import { OperatorError, withFile } from '#lib/operator-error.ts'
import { readFault, t } from '#server/texts/index.ts'
import { type Config, configOf } from './config.ts'
import { SECRET_SETTINGS } from './secret-settings.ts'
import { SERVICE_PAIRS } from './service-settings.ts'
import { SettingFault } from './setting-fault.ts'
import { Settings } from './settings.ts'
import { TOGETHER } from './settings-together.ts'

export type Environment = Record<string, string | undefined>

/** The environment with what the file `.env` of `folder` adds to it; the environment wins. */
export function readEnvironment(folder: string, environment: Environment): Environment {
  const file = join(folder, '.env')
  try {
    return { ...parse(withFile(file, () => readFileSync(file, 'utf8'))), ...environment }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return environment
    throw error
  }
}

/** `--roles=web,worker` overrides ROLES. */
function readArguments(args: readonly string[]): {
  settings: Environment
  forgetTestPayments: boolean
} {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { roles: { type: 'string' }, 'forget-test-payments': { type: 'boolean' } },
    })
    return {
      settings: values.roles === undefined ? {} : { ROLES: values.roles },
      forgetTestPayments: values['forget-test-payments'] === true,
    }
  } catch (error) {
    throw new OperatorError(
      `${(error as Error).message}. The options are --roles=web,worker,cron and --forget-test-payments.`,
    )
  }
}

/** What an environment says of the program's settings; an empty value counts as none. */
function givenIn(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment)
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => Boolean(entry[1]) && entry[0] in Settings.shape,
    ),
  )
}

/** Says of each setting the first thing that is wrong with it. */
function faultOf(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  given: Readonly<Record<string, string>>,
): SettingFault {
  const faults = new Map<string, SettingFault>()
  for (const { path, message } of issues) {
    const name = String(path[0])
    if (faults.has(name)) continue
    const value = SECRET_SETTINGS.has(name) ? undefined : given[name]
    faults.set(name, new SettingFault([name], readFault(message), value))
  }
  return [...faults.values()].reduce((first, other) => first.followedBy(other))
}

function parseSettings(given: Readonly<Record<string, string>>): Settings {
  const result = Settings.safeParse(given)
  if (!result.success) {
    throw faultOf(result.error.issues, given)
  }
  const settings = result.data
  const values: Readonly<Record<string, unknown>> = settings
  for (const [first, ...others] of [...TOGETHER, ...SERVICE_PAIRS]) {
    const missing = others.find((name) => values[name] === undefined)
    if (first && values[first] !== undefined && missing) {
      throw new SettingFault([missing, first], t('settings.setBecause', { other: first }))
    }
  }
  return settings
}

/** Freezes the object and all in it. */
function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) freeze(inner as object)
  }
  return Object.freeze(value)
}

/**
 * Reads every setting once.
 * @param args the command line after the program's name
 * @throws {SettingFault} a line for each wrong setting
 */
export function loadConfig(environment: Environment, args: readonly string[] = []): Config {
  const asked = readArguments(args)
  const given = givenIn({ ...environment, ...asked.settings })
  const settings = parseSettings(given)
  const { forgetTestPayments } = asked
  const config = configOf({ settings, given, forgetTestPayments })
  if (config.telemetrySink && !config.isLoopback)
    throw new SettingFault(['TELEMETRY_SINK', 'PUBLIC_URL'], t('settings.noSink'))
  return freeze(config)
}
