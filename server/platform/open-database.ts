import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase, type Db, migrate } from './db/index.ts'
import { openEmbeddedPostgres } from './embedded-postgres/index.ts'
import type { Log } from './log.ts'
import { OperatorError } from './process/operator-error.ts'

export interface OpenDatabaseOptions {
  /** Null: the embedded PostgreSQL of `dataDir`. */
  url: string | null
  /** Direct address of the same database, for the connection that listens and for migrations; null: the same. */
  listenUrl?: string | null
  dataDir: string
  /** Most connections of the pool. */
  connections: number
  log: Log
}

export interface OpenDatabase {
  db: Db
  /** Closes the connections, and leaves the embedded server. */
  close(): Promise<void>
  /** For a process that must end now: the embedded server stops at once and recovers at the next start. */
  abandon(): void
}

/** The tables use `uuidv7()`. */
const OLDEST_VERSION = 180_000
const PATIENCE_MS = 15_000
/** The server is not there yet: not listening, its name not known, starting up. */
const NOT_YET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '57P01'])

/** Waits a little for a server that is started together with this process. */
async function checkServer(url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      if ((rows[0]?.version ?? 0) >= OLDEST_VERSION) return
      throw new OperatorError('DATABASE_URL is a PostgreSQL older than 18: 18 or later is needed.')
    } catch (error) {
      if (error instanceof OperatorError) throw error
      const { code = '', message } = error as Error & { code?: string }
      if (!NOT_YET.has(code) || Date.now() > deadline) {
        const { host } = new URL(url)
        throw new OperatorError(
          `DATABASE_URL: the database at ${host} cannot be used: ${message || code}`,
          {
            cause: error,
          },
        )
      }
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(300)
  }
}

/**
 * Makes the database ready to use: starts or adopts the embedded one unless a URL is given, and migrates it.
 * @throws {OperatorError} one line that says what is wrong
 */
export async function openDatabase({
  url,
  listenUrl,
  dataDir,
  connections,
  log,
}: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (url !== null) await checkServer(url)
  const postgres = url === null ? await openEmbeddedPostgres({ dataDir, log }) : null
  const target = url ?? postgres?.url ?? ''
  try {
    // A pooler that shares sessions would lose the lock that migrations take.
    const applied = await migrate(listenUrl ?? target)
    if (applied.length > 0) log.info({ migrations: applied.length }, 'Migrated the database')
  } catch (error) {
    await postgres?.close()
    throw error
  }
  const db = createDatabase(target, { max: connections, listenUrl: listenUrl ?? null, log })
  return {
    db,
    async close() {
      await db.dispose()
      await postgres?.close()
    },
    abandon: () => postgres?.abandon(),
  }
}
