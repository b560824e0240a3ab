import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { afterCommit, beforeCommit, transact } from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  // One connection, so that every statement meets what the ones before have prepared.
  database = await createTestDatabase({ max: 1 })
  await database.db.pool.query('create table things (id int primary key, name text)')
  await database.db.pool.query("insert into things values (1, 'one'), (2, 'two')")
})
afterAll(() => database.dispose())

const findThing = (id: number, from = database.db.kysely) =>
  sql<object>`select * from things where id = ${id}`.execute(from).then(({ rows }) => rows)

async function countPrepared(): Promise<number> {
  const { rows } = await database.db.pool.query<{ count: number }>(
    'select count(*) from pg_prepared_statements',
  )
  return rows[0]?.count ?? 0
}

it('a statement is prepared once, whatever its values', async () => {
  expect(await findThing(1)).toEqual([{ id: 1, name: 'one' }])
  const before = await countPrepared()
  expect(await findThing(2)).toEqual([{ id: 2, name: 'two' }])
  expect(await countPrepared()).toBe(before)
})

it('a connection does not keep more than its bound, and what was dropped still runs', async () => {
  for (let i = 0; i < 450; i++) await sql.raw(`select ${i}`).execute(database.db.kysely)
  const before = await countPrepared()
  for (let i = 0; i < 450; i++) {
    await sql`select ${sql.raw(String(i))}, ${i}::int`.execute(database.db.kysely)
  }
  expect(before).toBeLessThan(10)
  expect(await countPrepared()).toBe(200)
  expect(await findThing(1)).toEqual([{ id: 1, name: 'one' }])
})

it('a statement outlives a change of its table, in a transaction too', async () => {
  await findThing(1)
  await database.db.pool.query('alter table things add column size int')
  expect(await findThing(1)).toEqual([{ id: 1, name: 'one', size: null }])

  await database.db.pool.query('alter table things drop column size')
  let runs = 0
  const found = await transact(database.db, async (tx) => {
    runs++
    await sql`update things set name = 'uno' where id = ${1}`.execute(tx)
    return findThing(1, tx)
  })
  expect(found).toEqual([{ id: 1, name: 'uno' }])
  expect(runs).toBe(2)
})

it('a statement that the session has lost is prepared again', async () => {
  await findThing(1)
  await database.db.pool.query('deallocate all')
  expect(await findThing(2)).toHaveLength(1)
})

it('a lost connection begins anew', async () => {
  await findThing(1)
  await database.db.pool
    .query('select pg_terminate_backend(pg_backend_pid())')
    .catch(() => undefined)
  expect(await findThing(2)).toHaveLength(1)
})

it('steps around a commit run once it is sure, and only then', async () => {
  const seen: string[] = []
  await transact(database.db, async (tx) => {
    afterCommit(tx, () => seen.push('after'))
    beforeCommit(tx, async () => {
      await sql`update things set name = ${'last'} where id = 2`.execute(tx)
      seen.push('before')
    })
    seen.push('act')
  })
  expect(seen).toEqual(['act', 'before', 'after'])
  expect(await findThing(2)).toEqual([{ id: 2, name: 'last' }])

  const failing = transact(database.db, async (tx) => {
    afterCommit(tx, () => seen.push('never'))
    beforeCommit(tx, () => Promise.reject(new Error('no')))
  })
  await expect(failing).rejects.toThrow('no')
  expect(seen).not.toContain('never')
})

it('steps belong to transactions of transact alone', async () => {
  const other = database.db.kysely
    .transaction()
    .execute(async (tx) => afterCommit(tx, () => undefined))
  await expect(other).rejects.toThrow('transact')
})
