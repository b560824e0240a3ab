import { shownBrands, showBrands, showPictures } from '#brands/index.ts'
import { type Config, consoleSettings, withStored } from '#server/config/index.ts'
import { showPrices } from '#server/domains/billing/index.ts'
import {
  INSTALLATION_CHANNEL,
  readBrands,
  readDueChanges,
  readStoredSettings,
  settingsKey,
} from '#server/domains/installation/index.ts'
import { readShownPictures } from '#server/domains/site-pictures/index.ts'
import type { AppContextOptions } from './options.ts'

/** What administrators change in the console, followed by this process. */
export interface LiveConfig {
  /** The settings as they are now: what is read of it later may be another value, so parts that follow read it at use. */
  config: Config
  /** Seals stored secrets; null where there is no key for it. */
  settingsKey: Buffer | null
  /** Another number after each change that this process has read: what was made before it may be old. */
  version(): number
  /** Reads settings and brands again. */
  refresh(): Promise<void>
  /** Follows what other processes change. */
  start(): Promise<void>
  stop(): Promise<void>
}

const LONGEST_WAIT_MS = 3_600_000

/** An object that reads as the value of now. */
function readingAs<T extends object>(current: () => T, start: T): T {
  return new Proxy(start, {
    get: (_start, name) => Reflect.get(current(), name) as unknown,
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_start, name) => ({
      ...Reflect.getOwnPropertyDescriptor(current(), name),
      configurable: true,
    }),
  })
}

/** Groups of settings that parts of the program are given once, and read at use. None of them is sent to another thread. */
const GROUPS = [
  'limits',
  'moderation',
  'deadlines',
  'wordsPrices',
  'addedPrices',
  'apiLimits',
] as const

/** The settings of now, the groups of which also read as they are now. */
function followingConfig(current: () => Config, start: Config): Config {
  const groups = Object.fromEntries(
    GROUPS.map((name) => [name, readingAs<object>(() => current()[name], { ...start[name] })]),
  )
  let read = start
  let shown: Config = { ...start, ...groups }
  return readingAs(
    () => {
      if (read !== current()) shown = { ...(read = current()), ...groups }
      return shown
    },
    { ...start },
  )
}

/** The settings of this start, with what is stored; brands are shown as they are stored. */
export async function createLiveConfig({
  config: start,
  db,
  log,
}: Pick<AppContextOptions, 'config' | 'db' | 'log'>): Promise<LiveConfig> {
  const key = await settingsKey({
    secretKey: start.secretKey,
    dataDir: start.dataDir,
    mayMake: start.database.url === null,
  })
  let current = start
  let version = 0
  let read = ''
  let stopListening: (() => Promise<void>) | null = null
  let timer: NodeJS.Timeout | null = null
  const follows = {
    /** Reads again when the next change is due; the clock of money may be moved meanwhile, so within an hour in any case. */
    wake(inMs: number | null): void {
      if (timer) clearTimeout(timer)
      timer = null
      if (inMs === null || !stopListening) return
      timer = setTimeout(follow, Math.min(Math.max(inMs, 0), LONGEST_WAIT_MS)).unref()
    },
  }

  async function refresh(): Promise<void> {
    const { texts: stored, unreadable } = await readStoredSettings(db.kysely, key)
    const { due, nextInMs } = await readDueChanges(db.kysely, {
      list: consoleSettings,
      stored,
    })
    // Changes that are due hold from their time on, also before they are stored.
    const texts = Object.fromEntries(
      Object.entries({ ...stored, ...due }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      ),
    )
    follows.wake(nextInMs)
    if (unreadable.length > 0)
      log.warn({ settings: unreadable }, 'stored settings cannot be read: their key is another one')
    const { config, faults } = withStored(start, texts)
    current = config
    showPrices(config.prices)
    if (faults.length > 0)
      log.error(
        { settings: faults.map(({ line }) => line) },
        'stored settings are passed over, for they are wrong or lack another one',
      )
    const brands = await readBrands(db.kysely)
    if (JSON.stringify(brands) !== JSON.stringify(shownBrands())) showBrands(brands)
    const pictures = await readShownPictures(db.kysely)
    showPictures(pictures)
    const now = JSON.stringify([texts, brands, pictures])
    if (now !== read) version += 1
    read = now
  }

  function follow(): void {
    void refresh().catch((error: unknown) =>
      log.warn({ err: error }, 'changed settings could not be read'),
    )
  }
  await refresh()
  return {
    config: followingConfig(() => current, start),
    settingsKey: key,
    version: () => version,
    refresh,
    async start() {
      stopListening = await db.listener.listen(INSTALLATION_CHANNEL, {
        message: follow,
        gap: follow,
      })
      // Now that it may wait for what is planned.
      await refresh()
    },
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await stopListening?.()
      stopListening = null
    },
  }
}
