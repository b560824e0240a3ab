import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Log } from '../log.ts'
import { connectionConfig } from './connection.ts'
import { createListener, type Listener } from './listener.ts'
import { preparingPool } from './prepared-statements.ts'
import type { Database } from './schema.ts'

export interface DatabaseOptions {
  /** Most connections at once, beside the one that listens. */
  max?: number
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
  /** @throws when the database does not answer within five seconds */
  ping(): Promise<void>
  dispose(): Promise<void>
}

const PING_TIMEOUT_MS = 5000

/** Opens a pool. Connections are made when needed, and lost ones are replaced. */
export function createDatabase(url: string, { max = 10, log }: DatabaseOptions): Db {
  const pool = new Pool({
    ...connectionConfig(url),
    pipeline: true,
    max,
    idleTimeoutMillis: 30_000,
  })
  // The pool drops the connection itself; without a listener Node would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`A database connection was lost: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool: preparingPool(pool) })
  const kysely = new Kysely<Database>({ dialect })
  const listener = createListener(url, log)
  let disposing: Promise<void> | null = null
  const dispose = async () => {
    await listener.dispose()
    await kysely.destroy()
    // Kysely leaves a pool alone that it has never used itself.
    if (!pool.ending) await pool.end()
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
        timer = setTimeout(() => reject(new Error('The database does not answer')), PING_TIMEOUT_MS)
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
