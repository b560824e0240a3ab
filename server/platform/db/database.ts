import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Log } from '../log.ts'
import { DatabaseAway } from './away.ts'
import { connectionConfig } from './connection.ts'
import { createListener, type Listener } from './listener.ts'
import { preparingPool } from './prepared-statements.ts'
import type { Database } from './schema.ts'

export interface DatabaseOptions {
  /** Most connections at once, beside the one that listens. */
  max?: number
  /** Address for the connection that listens and holds locks, where `url` is that of a pooler that shares sessions. */
  listenUrl?: string | null
  log: Log
}

/** The program's access to PostgreSQL. */
export interface Db {
  url: string
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
const STATEMENT_TIMEOUT_MS = 60_000
const CLOSE_PATIENCE_MS = 2000

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

/**
 * A pool that hands out no connection while the database is away, and cuts those that wait for it: whoever asks is
 * told at once instead of after the limit of each statement.
 */
class GuardedPool extends Pool {
  readonly #isAway: () => boolean
  readonly #clients = new Set<PoolClient>()

  constructor(config: PoolConfig, isAway: () => boolean) {
    super(config)
    this.#isAway = isAway
    this.on('connect', (client) => {
      this.#clients.add(client)
      client.on('error', () => {})
    })
    this.on('remove', (client) => this.#clients.delete(client))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const isRefused = this.#isAway() || isStopped()
    if (!isRefused) return callback ? super.connect(callback) : super.connect()
    if (!callback) return Promise.reject(new DatabaseAway())
    process.nextTick(() => callback(new DatabaseAway(), undefined, () => {}))
  }

  cutConnections(): void {
    for (const client of this.#clients) client.connection.stream.destroy()
  }
}

type ConnectCallback = Parameters<Pool['connect']>[0]

/** Opens a pool. Connections are made when needed, and lost ones are replaced. */
export function createDatabase(url: string, { max = 10, listenUrl, log }: DatabaseOptions): Db {
  const listener = createListener({
    url: listenUrl ?? url,
    log,
    onAway: () => pool.cutConnections(),
  })
  const pool = new GuardedPool(
    {
      ...connectionConfig(url),
      pipeline: true,
      max,
      idleTimeoutMillis: 30_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 2000,
    },
    () => listener.isAway(),
  )
  // The pool drops the connection itself; without a listener Node would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.debug(`A database connection was lost: ${error.message}`)
  })
  const dialect = new PostgresDialect({ pool: preparingPool(pool) })
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
        await Promise.race([pool.query('select 1'), late])
      } finally {
        clearTimeout(timer)
      }
    },
    dispose: () => (disposing ??= dispose()),
  }
}
