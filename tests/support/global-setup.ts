import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dataParent, IN_MEMORY } from '#scripts/support/data-parent.ts'
import { createDatabase, migrate } from '#server/platform/db/index.ts'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLogger } from '#server/platform/log.ts'
import { tryLock } from '#server/platform/process/file-lock.ts'
import { createQueue } from '#server/platform/queue.ts'
import { stopAbandonedPostgres } from './stop-abandoned-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the database that the tests' databases are cloned from. */
    templateUrl: string
    /** Folder for the files of the tests' apps; goes with the run, also with one that was killed. */
    scratchFolder: string
  }
}

const PREFIX = 'atelier-tests-'
/** Runs that were killed leave their database behind. */
async function removeAbandonedRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name)
    const members = join(folder, 'run', 'members.lock')
    if (!name.startsWith(PREFIX) || !existsSync(members)) continue
    try {
      const alone = tryLock(members, 'exclusive')
      if (!alone) continue
      alone.release()
      await stopAbandonedPostgres(folder)
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's.
    }
  }
}

/** Lays the tables of the queue, which each app of a test would make at its start otherwise. */
async function layQueue(url: string): Promise<void> {
  const log = createLogger({ level: 'warn' })
  const db = createDatabase(url, { log, max: 1 })
  const queue = createQueue({ db, log })
  await queue.start()
  await queue.stop({ drainMs: 0 })
  await db.dispose()
}

/**
 * One embedded PostgreSQL for the whole run, or the server of TEST_POSTGRES_URL (another version), and in it one migrated
 * database to clone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const parent of [tmpdir(), IN_MEMORY])
    if (existsSync(parent)) await removeAbandonedRuns(parent)
  const log = createLogger({ level: 'warn' })
  const dataDir = mkdtempSync(join(dataParent(), PREFIX))
  const given = process.env['TEST_POSTGRES_URL']
  const postgres =
    given === undefined
      ? await openEmbeddedPostgres({ dataDir, log, durable: false })
      : { url: given, close: () => Promise.resolve() }
  const administration = createDatabase(postgres.url, { log, max: 1 })
  if (given !== undefined)
    await administration.pool.query('drop database if exists atelier_template')
  await administration.pool.query('create database atelier_template')
  await administration.dispose()
  const templateUrl = new URL(postgres.url)
  templateUrl.pathname = '/atelier_template'
  await migrate(templateUrl.href)
  await layQueue(templateUrl.href)
  project.provide('templateUrl', templateUrl.href)
  const scratchFolder = join(dataDir, 'scratch')
  mkdirSync(scratchFolder)
  project.provide('scratchFolder', scratchFolder)
  return async () => {
    await postgres.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
