import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Log } from '../log.ts'
import { DatabaseAway } from './away.ts'
import { connectionConfig, IDLE_IN_TRANSACTION_MS } from './connection.ts'
import { createListener, type Listener } from './listener.ts'
import { OwnClient, ownClient } from './own-client.ts'
import { preparingPool } from './prepared-statements.ts'
import type { Database } from './schema.ts'

export interface DatabaseOptions {
  /** Most connections at once, beside the one that listens. */
  max?: number
  /** Address for the connection that listens and holds locks, where `url` is that of a pooler that shares sessions. */
  listenUrl?: string | null
  /** `url` leads to a pooler, whose connections are not this program's own. */
  isPooled?: boolean
  /** False: PostgreSQL reads each statement again. Default: unless `isPooled`. */
  prepares?: boolean
  /**
   * True: whoever holds a connection in a transaction is refused a second one of the same pool. As many such at once as the pool has
   * connections would wait for each other for ever, so tests refuse it where it would rarely be seen.
   */
  refusesSecond?: boolean
  log: Log
}

/** The program's access to PostgreSQL. */
export interface Db {
  url: string
  /** Address past a pooler; the same as `url` where there is none. */
  directUrl: string
  isPooled: boolean
  prepares: boolean
  /** See {@link DatabaseOptions}. */
  refusesSecond: boolean
  kysely: Kysely<Database>
  /** For transactions. */
  dialect: Dialect
  pool: Pool
  /** NOTIFY channels, over one connection of its own that is opened by the first `listen`. */
  listener: Listener
  /** @throws {DatabaseAway} when the database does not answer within two seconds */
  ping(): Promise<void>
  dispose(): Promise<void>
}

const PING_TIMEOUT_MS = 2000
/** Limit of one statement, kept by the server and, in case that stands still, a little later by us. */
export const STATEMENT_TIMEOUT_MS = 60_000
const CLOSE_PATIENCE_MS = 2000
/** A new connection prepares the statements of now, where those of long ago have used up the names of an old one. */
const MAX_LIFETIME_SECONDS = 1800

interface Work {
  signal: AbortSignal
  isOver: boolean
}

const work = new AsyncLocalStorage<Work>()

/**
 * Does work that gets no connection of any pool any more once the signal is aborted. What it began and left running
 * (timers, listeners) is not part of it.
 */
export async function runUntil<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  const scope: Work = { signal, isOver: false }
  try {
    return await work.run(scope, act)
  } finally {
    scope.isOver = true
  }
}

const isStopped = (): boolean => {
  const scope = work.getStore()
  return scope !== undefined && !scope.isOver && scope.signal.aborted
}

/** A connection that is held, and the pool that it is of. */
interface Held {
  pool: Pool
  isOver: boolean
}

const held = new AsyncLocalStorage<Held>()

/** Does work that holds a connection of the pool while it lasts; noted only where a second one is refused. */
export async function holdingOne<T>(
  { pool, refusesSecond }: Db,
  act: () => Promise<T>,
): Promise<T> {
  if (!refusesSecond) return act()
  const scope: Held = { pool, isOver: false }
  try {
    return await held.run(scope, act)
  } finally {
    scope.isOver = true
  }
}

/**
 * A pool that hands out no connection while the database is away, and cuts those that wait for it: whoever asks is
 * told at once instead of after the limit of each statement.
 */
class GuardedPool extends Pool {
  readonly #isAway: () => boolean
  readonly #refusesSecond: boolean
  readonly #clients = new Set<PoolClient>()

  constructor(
    config: PoolConfig,
    { isAway, refusesSecond }: { isAway: () => boolean; refusesSecond: boolean },
  ) {
    super({ ...config, Client: OwnClient })
    this.#isAway = isAway
    this.#refusesSecond = refusesSecond
    this.on('connect', (client) => {
      this.#clients.add(client)
      client.on('error', () => {})
    })
    this.on('remove', (client) => this.#clients.delete(client))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const refusal = this.#refusal()
    if (!refusal) return callback ? super.connect(callback) : super.connect()
    if (!callback) return Promise.reject(refusal)
    process.nextTick(() => callback(refusal, undefined, () => {}))
  }

  #refusal(): Error | null {
    if (this.#isAway() || isStopped()) return new DatabaseAway()
    const scope = held.getStore()
    const isSecond = this.#refusesSecond && scope?.pool === this && !scope.isOver
    return isSecond ? new Error('A transaction asks for a second connection of its pool') : null
  }

  cutConnections(): void {
    for (const client of this.#clients) ownClient(client).cut()
  }
}

/** Asks in the way of everything else: with a value, and prepared where statements are. */
async function askAsAll(kysely: Kysely<Database>): Promise<void> {
  await kysely.selectFrom('app_secrets').select('name').where('name', '=', 'secret_key').execute()
}

type ConnectCallback = Parameters<Pool['connect']>[0]

/** Opens a pool. Connections are made when needed, and lost ones are replaced. */
export function createDatabase(url: string, options: DatabaseOptions): Db {
  const { max = 10, isPooled = false, prepares = !isPooled, refusesSecond = false, log } = options
  const directUrl = options.listenUrl ?? url
  const listener = createListener({
    url: directUrl,
    log,
    onAway: () => pool.cutConnections(),
  })
  const pool = new GuardedPool(
    {
      ...connectionConfig(url),
      pipeline: true,
      max,
      idleTimeoutMillis: 30_000,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      ...(!isPooled && {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
      query_timeout: STATEMENT_TIMEOUT_MS + 2000,
    },
    { isAway: () => listener.isAway(), refusesSecond },
  )
  // The pool drops the connection itself; without a listener Node would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.debug(`A database connection was lost: ${error.message}`)
  })
  const dialect = new PostgresDialect({ pool: preparingPool(pool, { prepares, isPooled, log }) })
  const kysely = new Kysely<Database>({ dialect })
  let disposing: Promise<void> | null = null
  const end = async () => {
    await kysely.destroy()
    // Kysely leaves a pool alone that it has never used itself.
    if (!pool.ending) await pool.end()
  }
  const dispose = async () => {
    await listener.dispose()
    // A server that stands still never says goodbye.
    const late = setTimeout(() => pool.cutConnections(), CLOSE_PATIENCE_MS)
    await end().finally(() => clearTimeout(late))
  }
  return {
    url,
    directUrl,
    isPooled,
    prepares,
    refusesSecond,
    kysely,
    dialect,
    pool,
    listener,
    async ping() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new DatabaseAway()), PING_TIMEOUT_MS)
      })
      try {
        await Promise.race([askAsAll(kysely), late])
      } finally {
        clearTimeout(timer)
      }
    },
    dispose: () => (disposing ??= dispose()),
  }
}
