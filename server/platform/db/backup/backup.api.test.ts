import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { restoreBackup, writeBackup } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-backup-'))
const file = join(folder, 'backup.sql.gz')
/** Characters that a careless reader takes for line ends, columns or marks. */
const AWKWARD = 'a\tb\nc\\.\r\n\\N  ü"\'😀'

let source: TestDatabase
const targets: TestDatabase[] = []

async function emptyTarget(): Promise<string> {
  const target = await createTestDatabase()
  targets.push(target)
  // Its own pool would count as a program that uses it.
  await target.db.dispose()
  return target.url
}

/** All rows of all tables, as text, and when foreign keys are checked. */
async function contents(database: TestDatabase): Promise<unknown> {
  const { pool } = database.db
  const tables = await pool.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const all: Record<string, unknown> = {}
  for (const { name } of tables.rows as { name: string }[]) {
    const { rows } = await pool.query(`select t::text as row from "${name}" t order by 1`)
    if (name !== 'schema_migrations') all[name] = rows
  }
  const keys = await pool.query(
    `select conname, condeferrable, condeferred from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
  )
  all['foreign keys'] = keys.rows
  return all
}

beforeAll(async () => {
  source = await createTestDatabase()
  const { pool } = source.db
  await pool.query(
    `with u as (insert into users (email, first_name, google_subject) values ('a@example.com', $1, '') returning id),
          s as (insert into sessions select decode('00ff0a5c2e', 'hex'), id, now(), now() from u),
          a as (insert into credit_accounts select id, 7, 0 from u)
     insert into credit_entries (user_id, kind, external_id, amount, balance_after, text, created_at)
     select id, 'grant', k::text, 1, k, 'grant', now() from u, generate_series(1, 5000) k`,
    [AWKWARD],
  )
  await pool.query(`update clock_offset set amount = '31 days'`)
  await pool.query(`insert into app_secrets values ('key', '\\x0a5c00')`)
  // Two tables that refer to each other.
  await pool.query(
    `with p as (insert into packs (kind) values ('photo') returning id)
     insert into pack_versions (pack_id, number, title, description, tags, subject)
     select id, 1, 'Zoo', '', '{}', 'none' from p`,
  )
  await pool.query(`update packs set previous_id = (select id from pack_versions)`)
  await writeBackup(source.url, file)
})
afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.dispose()))
})
afterAll(async () => {
  await source.dispose()
  rmSync(folder, { recursive: true })
})

describe('a backup', () => {
  it('brings every row back, and numbering goes on', async () => {
    const url = await emptyTarget()
    await restoreBackup(url, file)
    const { createDatabase } = await import('../index.ts')
    const { createLogger } = await import('../../log.ts')
    const db = createDatabase(url, { log: createLogger({ level: 'silent' }) })
    try {
      expect(await contents({ url, db, dispose: async () => {} })).toEqual(await contents(source))
      const { rows } = await db.pool.query(
        `insert into credit_entries (user_id, kind, external_id, amount, balance_after, text, created_at)
         select id, 'grant', 'next', 1, 1, '', now() from users returning id`,
      )
      expect(rows[0].id).toBe(5001)
    } finally {
      await db.dispose()
    }
  })

  it('is for its owner alone and never overwrites a file', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(writeBackup(source.url, file)).rejects.toThrow(`${file} exists already.`)
    const nowhere = join(folder, 'no', 'such', 'folder.gz')
    await expect(writeBackup(source.url, nowhere)).rejects.toThrow('The folder of')
    expect(existsSync(`${nowhere}.part`)).toBe(false)
  })
})

describe('a restore refuses', () => {
  it('a database that has users', async () => {
    const target = await createTestDatabase()
    await target.db.pool.query(`insert into users (email) values ('b@example.com')`)
    await target.db.dispose()
    targets.push(target)
    await expect(restoreBackup(target.url, file)).rejects.toThrow(
      'The database is not empty: it has 1 users.',
    )
  })

  it('a database that a program uses', async () => {
    const target = await createTestDatabase()
    targets.push(target)
    await target.db.ping()
    await expect(restoreBackup(target.url, file)).rejects.toThrow('The database is in use')
  })

  /** One for all broken files: what one of them left behind would be found by the next. */
  let refusing: TestDatabase
  beforeAll(async () => {
    refusing = await createTestDatabase()
    await refusing.db.dispose()
  })
  afterAll(() => refusing.dispose())
  const text = () => gunzipSync(readFileSync(file))
  it.each<[string, () => Buffer, string]>([
    ['what is no gzip file', () => Buffer.from('hello'), 'is broken'],
    ['another file', () => gzipSync('hello\n'), 'is not a backup that this program wrote'],
    ['a file that was cut off', () => readFileSync(file).subarray(0, 2000), 'is broken'],
    [
      'a text that was cut off',
      () => gzipSync(text().subarray(0, 9000)),
      'ends in the middle of a table',
    ],
    [
      'a text without its end',
      () => gzipSync(text().toString('latin1').replace('-- End of backup\n', ''), {}),
      'was cut off',
    ],
    [
      'a newer version',
      () =>
        gzipSync(
          text()
            .toString('latin1')
            .replace(/(Last migration: ).*/, '$19999-new.sql'),
        ),
      'has no migration 9999-new.sql',
    ],
  ])('%s', async (_, make, message) => {
    const broken = join(folder, 'broken.gz')
    writeFileSync(broken, make())
    await expect(restoreBackup(refusing.url, broken)).rejects.toThrow(message)
  })

  it('and leaves the database empty each time', async () => {
    await expect(restoreBackup(refusing.url, file)).resolves.toBeUndefined()
  })

  it('a file that is not there', async () => {
    await expect(restoreBackup(await emptyTarget(), join(folder, 'none'))).rejects.toThrow(
      'does not exist.',
    )
  })
})
