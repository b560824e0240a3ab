import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { afterCommit, migrate, sharedSecret, transact } from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

/** Cuts every connection of the database but the one that asks. */
async function cutConnections(): Promise<void> {
  await database.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

describe('values', () => {
  it('arrive as numbers, dates and plain text', async () => {
    const { rows } = await database.db.pool.query(
      `select 9007199254740991::int8 as big, array[1::int8, null] as list, '{}'::int8[] as none,
              date '2026-03-29' as day, interval '1 day 2 hours' as span, timestamptz '2026-01-01 00:00+00' as at`,
    )
    expect(rows[0]).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      list: [1, null],
      none: [],
      day: '2026-03-29',
      span: '1 day 02:00:00',
      at: new Date('2026-01-01T00:00:00Z'),
    })
  })

  it('never lose digits', async () => {
    const query = database.db.pool.query('select 9007199254740993::int8')
    await expect(query).rejects.toThrow('too large')
  })
})

describe('transact', () => {
  beforeAll(async () => {
    await database.db.pool.query(
      'create table counters (name text primary key, value int not null)',
    )
    await database.db.pool.query("insert into counters values ('a', 0), ('b', 0)")
  })

  it('rolls back what a failing function wrote', async () => {
    const failing = transact(database.db, async (tx) => {
      await sql`update counters set value = 99`.execute(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const { rows } = await database.db.pool.query('select max(value) as most from counters')
    expect(rows[0].most).toBe(0)
  })

  it('fails where the server answers the commit with a rollback', async () => {
    const failing = transact(database.db, async (tx) => {
      await sql`update counters set value = 99`.execute(tx)
      // The caller goes on after a failure, so that nothing but the commit is sent after it.
      await sql`insert into counters values ('a', 1)`.execute(tx).catch(() => undefined)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    const { rows } = await database.db.pool.query('select max(value) as most from counters')
    expect(rows[0].most).toBe(0)
  })

  it('runs again after a deadlock, whole and once', async () => {
    const add = (first: string, second: string) => {
      let runs = 0
      return transact(database.db, async (tx) => {
        runs += 1
        await sql`update counters set value = value + 1 where name = ${first}`.execute(tx)
        // Both hold their first row before either asks for its second.
        if (runs === 1) await sql`select pg_sleep(0.3)`.execute(tx)
        await sql`update counters set value = value + 1 where name = ${second}`.execute(tx)
        return runs
      })
    }
    const runs = await Promise.all([add('a', 'b'), add('b', 'a')])
    expect(runs.toSorted()).toEqual([1, 2])
    const { rows } = await database.db.pool.query('select name, value from counters order by name')
    expect(rows).toEqual([
      { name: 'a', value: 2 },
      { name: 'b', value: 2 },
    ])
  })

  it('gives up after five serialization failures', async () => {
    let runs = 0
    const failing = transact(database.db, async (tx) => {
      runs += 1
      await sql`do $$ begin raise exception 'busy' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(failing).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(5)
  })
})

describe('a second connection', () => {
  const SECOND = 'A transaction asks for a second connection of its pool'
  it('is refused to whoever holds one in a transaction, however it is asked for', async () => {
    const { db } = database
    const asks: (() => Promise<unknown>)[] = [
      () => db.pool.query('select 1'),
      () => sql`select 1`.execute(db.kysely),
      () => transact(db, (tx) => sql`select 1`.execute(tx)),
    ]
    for (const ask of asks) await expect(transact(db, ask)).rejects.toThrow(SECOND)
  })

  it('is given to another, and to the same after the commit', async () => {
    const { db } = database
    await Promise.all([transact(db, (tx) => sql`select 1`.execute(tx)), db.pool.query('select 1')])
    let later: Promise<unknown> | undefined
    await transact(db, async (tx) => {
      afterCommit(tx, () => {
        later = db.pool.query('select 1')
      })
      await sql`select 1`.execute(tx)
    })
    await expect(later).resolves.toMatchObject({ rowCount: 1 })
  })
})

describe('pool', () => {
  it('ends a transaction that its process forgot after a minute', async () => {
    const { pool } = database.db
    const shown = 'show idle_in_transaction_session_timeout'
    const minute = { rows: [{ idle_in_transaction_session_timeout: '1min' }] }
    expect(await pool.query(shown)).toMatchObject(minute)
    expect(await transact(database.db, (tx) => sql.raw(shown).execute(tx))).toMatchObject(minute)
  })

  it('outlives lost connections', async () => {
    const { pool } = database.db
    await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.05)')))
    await cutConnections()
    await vi.waitFor(() => expect(database.db.ping()).resolves.toBeUndefined(), { timeout: 20_000 })
  })
})

describe('listener', () => {
  it('hears what was sent, until the subscription ends', async () => {
    const heard: string[] = []
    const stop = await database.db.listener.listen('news', { message: (text) => heard.push(text) })
    await database.db.pool.query("select pg_notify('news', 'one'), pg_notify('other', 'x')")
    await expect.poll(() => heard).toEqual(['one'])
    await stop()
    await database.db.pool.query("select pg_notify('news', 'two')")
    await database.db.listener.listen('end', { message: (text) => heard.push(text) })
    await database.db.pool.query("select pg_notify('end', 'end')")
    await expect.poll(() => heard).toEqual(['one', 'end'])
  })

  it('comes back after a lost connection and tells of the gap', async () => {
    const heard: string[] = []
    const stop = await database.db.listener.listen('news', {
      message: (text) => heard.push(text),
      gap: () => heard.push('(gap)'),
    })
    await cutConnections()
    await expect.poll(() => heard).toEqual(['(gap)'])
    await database.db.pool.query("select pg_notify('news', 'after')")
    await expect.poll(() => heard).toEqual(['(gap)', 'after'])
    await stop()
  })

  it('keeps other subscribers when one throws', async () => {
    const heard: string[] = []
    const stops = await Promise.all([
      database.db.listener.listen('fragile', {
        message: () => {
          throw new Error('subscriber broke')
        },
      }),
      database.db.listener.listen('fragile', { message: (text) => heard.push(text) }),
    ])
    await database.db.pool.query("select pg_notify('fragile', 'still here')")
    await expect.poll(() => heard).toEqual(['still here'])
    await Promise.all(stops.map((stop) => stop()))
  })
})

describe('sharedSecret', () => {
  it('is one for all who ask at once, and another for another name', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 8 }, () => sharedSecret(database.db, 'same')),
    )
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(secrets[0]).toHaveLength(32)
    expect(await sharedSecret(database.db, 'other')).not.toEqual(secrets[0])
  })
})

describe('migrate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-migrations-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  let empty: TestDatabase

  beforeAll(async () => {
    empty = await createTestDatabase()
    await empty.db.pool.query('truncate schema_migrations')
  })
  afterAll(async () => {
    await empty.dispose()
    rmSync(folder, { recursive: true })
  })

  it('applies each file once, even when several processes start at once', async () => {
    write('0001-first.sql', 'create table first_table (a int); insert into first_table values (1)')
    write('0002-second.sql', 'insert into first_table values (2)')
    write('notes.txt', 'not SQL')
    const applied = await Promise.all([1, 2, 3].map(() => migrate(empty.url, { folder })))
    expect(applied.flat().toSorted()).toEqual(['0001-first.sql', '0002-second.sql'])
    const { rows } = await empty.db.pool.query(
      'select array_agg(a order by a) as all from first_table',
    )
    expect(rows[0].all).toEqual([1, 2])
  })

  it('leaves nothing of a file that fails', async () => {
    write('0003-bad.sql', 'create table half (a int); select nonsense')
    await expect(migrate(empty.url, { folder })).rejects.toThrow(
      /^The migration 0003-bad\.sql failed: /,
    )
    const { rows } = await empty.db.pool.query("select to_regclass('half') as half")
    expect(rows[0].half).toBeNull()
    rmSync(join(folder, '0003-bad.sql'))
  })

  it('refuses a changed, a missing and a late file', async () => {
    write('0002-second.sql', 'insert into first_table values (3)')
    await expect(migrate(empty.url, { folder })).rejects.toThrow('0002-second.sql was changed')
    rmSync(join(folder, '0002-second.sql'))
    await expect(migrate(empty.url, { folder })).rejects.toThrow('made by a newer version')
    write('0002-second.sql', 'insert into first_table values (2)')
    write('0001-late.sql', 'select 1')
    await expect(migrate(empty.url, { folder })).rejects.toThrow('0001-late.sql comes before')
  })
})
