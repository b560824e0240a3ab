import { checkServer } from './check-server.ts'
import { createDatabase, type Db, migrate } from './db/index.ts'
import { openEmbeddedPostgres } from './embedded-postgres/index.ts'
import type { Log } from './log.ts'

export interface OpenDatabaseOptions {
  /** Null: the embedded PostgreSQL of `dataDir`. */
  url: string | null
  /** Direct address of the same database, for the connection that listens and for migrations; null: the same. */
  listenUrl?: string | null
  dataDir: string
  /** Null: statements are prepared unless a pooler stands in between. */
  prepares?: boolean | null
  /**
   * Reads the program, once however often it is called: while the embedded server starts, and before any connection is
   * made, for reading keeps this process from answering, and a server that answered at once would seem not to.
   */
  load?: () => Promise<unknown>
  /** How long a server of `url` that does not answer yet is waited for; default: not at all. */
  waitSeconds?: number
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

/** @returns whether `url` leads to a pooler */
async function checkAddresses(
  url: string,
  listenUrl: string | null,
  { waitSeconds, log }: { waitSeconds: number; log: Log },
): Promise<boolean> {
  const waiting = { waitMs: 1000 * waitSeconds, log }
  const isPooled = await checkServer(url, {
    setting: 'DATABASE_URL',
    mustListen: listenUrl === null,
    ...waiting,
  })
  if (listenUrl !== null) {
    await checkServer(listenUrl, {
      setting: 'DATABASE_LISTEN_URL',
      mustListen: true,
      ...waiting,
    })
  }
  return isPooled
}

/**
 * Makes the database ready to use: starts or adopts the embedded one unless a URL is given, and migrates it.
 * @throws {OperatorError} one line that says what is wrong
 */
export async function openDatabase({
  url,
  listenUrl,
  dataDir,
  prepares,
  load,
  waitSeconds = 0,
  connections,
  log,
}: OpenDatabaseOptions): Promise<OpenDatabase> {
  const postgres = url === null ? await openEmbeddedPostgres({ dataDir, log, load }) : null
  const target = url ?? postgres?.url ?? ''
  let isPooled = false
  try {
    await load?.()
    if (url !== null) isPooled = await checkAddresses(url, listenUrl ?? null, { waitSeconds, log })
    if (isPooled) log.info('DATABASE_URL leads to a pooler')
    // A pooler that shares sessions would lose the lock that migrations take.
    const applied = await migrate(listenUrl ?? target)
    if (applied.length > 0) log.info({ migrations: applied.length }, 'Migrated the database')
  } catch (error) {
    await postgres?.close()
    throw error
  }
  const db = createDatabase(target, {
    max: connections,
    listenUrl: listenUrl ?? null,
    isPooled,
    prepares: prepares ?? !isPooled,
    log,
  })
  return {
    db,
    async close() {
      await db.dispose()
      await postgres?.close()
    },
    abandon: () => postgres?.abandon(),
  }
}
