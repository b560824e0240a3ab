import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Db, migrate } from '#server/platform/db/index.ts'
import { createLogger } from '#server/platform/log.ts'

export interface TestDatabase {
  url: string
  db: Db
  /** Closes the connections and drops the database. */
  dispose(): Promise<void>
}

async function administer(statement: string): Promise<void> {
  const url = new URL(inject('templateUrl'))
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * A migrated, empty database of the caller's own. For `*.api.test.ts` files.
 * @param options.max most connections of its pool
 * @param options.upTo the last migration that it has, as the database of an older version
 */
export async function createTestDatabase(
  options: { max?: number; upTo?: string } = {},
): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(8).toString('hex')}`
  const database = escapeIdentifier(name)
  const source = options.upTo === undefined ? template.pathname.slice(1) : 'template0'
  await administer(
    `create database ${database} template ${escapeIdentifier(source)} strategy file_copy`,
  )
  const url = new URL(template)
  url.pathname = `/${name}`
  if (options.upTo !== undefined) await migrate(url.href, { upTo: options.upTo })
  const db = createDatabase(url.href, {
    log: createLogger({ level: 'error' }),
    max: options.max ?? 10,
    refusesSecond: true,
  })
  return {
    url: url.href,
    db,
    async dispose() {
      await db.dispose()
      await administer(`drop database if exists ${database} with (force)`)
    },
  }
}
