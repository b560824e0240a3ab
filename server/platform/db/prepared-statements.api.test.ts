import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { overNetwork } from '#tests/support/over-network.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { createLogger } from '#server/platform/log.ts'
import {
  afterCommit,
  createDatabase,
  leaveToCommit,
  transact,
  type Tx,
  withCommit,
} from './index.ts'
import { isLostStatement } from './prepared-statements.ts'

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

/** Returns the names under which the connection has prepared `findThing`. */
async function findNames(db = database.db): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    "select name from pg_prepared_statements where statement like 'select * from things%'",
  )
  return rows.map(({ name }) => name)
}

const cutConnection = () =>
  database.db.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)

/** Has `findThing` prepared. @returns its name */
async function prepareFind(): Promise<string> {
  for (const id of [1, 2]) expect(await findThing(id)).toHaveLength(1)
  const [name, ...others] = await findNames()
  expect(others).toEqual([])
  return name!
}

it('a statement that runs again is prepared once, whatever its values; one that runs once is not', async () => {
  expect(await findThing(1)).toEqual([{ id: 1, name: 'one' }])
  expect(await countPrepared()).toBe(0)
  for (const id of [2, 1, 2]) expect(await findThing(id)).toHaveLength(1)
  expect(await countPrepared()).toBe(1)
})

it('a connection does not keep more than its bound, and what is beyond it still runs', async () => {
  await cutConnection()
  for (let i = 0; i < 450; i++) await sql.raw(`select ${i}`).execute(database.db.kysely)
  const before = await countPrepared()
  for (let i = 0; i < 300; i++) {
    const ask = () =>
      sql<object>`select ${sql.raw(String(i))} as i, ${i}::int as value`.execute(database.db.kysely)
    for (const { rows } of [await ask(), await ask()]) expect(rows).toEqual([{ i, value: i }])
  }
  expect(before).toBe(0)
  expect(await countPrepared()).toBe(200)
  expect(await findThing(1)).toEqual([{ id: 1, name: 'one' }])
  await cutConnection()
})

it('a statement outlives a change of its table, in a transaction too', async () => {
  await prepareFind()
  await database.db.pool.query('alter table things add column size int')
  expect(await findThing(1)).toEqual([{ id: 1, name: 'one', size: null }])

  await prepareFind()
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

/** Changes that a pooler may make to a session, given the name of `findThing`. */
const LOSSES: [string, (name: string) => string][] = [
  ['has lost it', () => 'deallocate all'],
  ['has another of its name', (name) => `deallocate all; prepare ${name} as select 1`],
]

it.each(LOSSES)('a statement still runs where the session %s', async (_, loss) => {
  await database.db.pool.query(loss(await prepareFind()))
  expect(await findThing(2)).toEqual([{ id: 2, name: 'two' }])
  // The connection is not used any longer.
  expect(await findNames()).toEqual([])
})

it.each(LOSSES)('a transaction begins again where the session %s', async (_, loss) => {
  await database.db.pool.query(loss(await prepareFind()))
  let runs = 0
  const found = await transact(database.db, async (tx) => {
    runs++
    return findThing(2, tx)
  })
  expect(found).toEqual([{ id: 2, name: 'two' }])
  expect(runs).toBe(2)
})

it('a pooler that ends a connection by the code of a lost statement leaves it unknown what was done', () => {
  const said = { code: '08P01', message: 'server conn crashed?' }
  expect(isLostStatement({ ...said, severity: 'FATAL' })).toBe(false)
  expect(isLostStatement({ ...said, severity: 'ERROR' })).toBe(true)
})

it('a name belongs to its text and this process, and may be there already', async () => {
  const name = await prepareFind()
  expect(name).toMatch(/^a_[0-9a-f]{24}$/)
  await cutConnection()
  expect(await prepareFind()).toBe(name)
  await cutConnection()
  await database.db.pool.query(`prepare ${name} as select 1`)
  for (const id of [1, 2]) expect(await findThing(id)).toMatchObject([{ id }])
})

it('an answer of another shape is an error and never used', async () => {
  const name = await prepareFind()
  await database.db.pool.query('deallocate all')
  await database.db.pool.query(`prepare ${name} (int) as select 'other' where $1 > 0`)
  await expect(findThing(1)).rejects.toThrow('other columns')
  expect(await findThing(1)).toHaveLength(1)
})

it('behind a pooler nothing is prepared any more once a statement was lost', async () => {
  const db = createDatabase(database.url, {
    max: 1,
    isPooled: true,
    prepares: true,
    log: createLogger({ level: 'silent' }),
  })
  const find = () => findThing(1, db.kysely)
  try {
    for (const found of [await find(), await find()]) expect(found).toHaveLength(1)
    expect(await findNames(db)).toHaveLength(1)
    await db.pool.query('deallocate all')
    for (const found of [await find(), await find(), await find()]) expect(found).toHaveLength(1)
    expect(await findNames(db)).toEqual([])
  } finally {
    await db.dispose()
  }
})

it('with nothing prepared, statements leave nothing on their connection', async () => {
  const db = createDatabase(database.url, {
    max: 1,
    isPooled: true,
    log: createLogger({ level: 'silent' }),
  })
  try {
    expect(await findThing(1, db.kysely)).toHaveLength(1)
    const limits = await transact(db, async (tx) => {
      const { rows } = await sql<{ limit: string }>`
        select current_setting('statement_timeout') as limit where ${1} = 1`.execute(tx)
      return [...rows, ...(await findThing(2, tx))]
    })
    expect(limits).toMatchObject([{ limit: '1min' }, { id: 2 }])
    const { rows } = await db.pool.query(
      `select current_setting('statement_timeout') as limit from generate_series(1, 1)
       where not exists (select from pg_prepared_statements)`,
    )
    expect(rows).toEqual([{ limit: '0' }])
  } finally {
    await db.dispose()
  }
})

it('a lost connection starts over', async () => {
  await prepareFind()
  await cutConnection()
  expect(await findThing(2)).toHaveLength(1)
})

it('what goes with a commit is written with it, and what comes after runs once it is sure', async () => {
  let told = 0
  const rename = (name: string) => sql`update things set name = ${name} where id = 2`
  await transact(database.db, async (tx) => {
    afterCommit(tx, () => told++)
    withCommit(tx, () => [rename('last').compile(tx)])
    expect(await findThing(2, tx)).toEqual([{ id: 2, name: 'two' }])
  })
  expect(await findThing(2)).toEqual([{ id: 2, name: 'last' }])
  expect(told).toBe(1)
})

it.each([
  ['the function', () => Promise.reject(new Error('no')), () => sql`select 1`],
  ['a statement that goes with the commit', async () => 1, () => sql`select 1 / ${0}::int`],
  [
    'the building of one',
    async () => 1,
    () => {
      throw new Error('no')
    },
  ],
])('nothing is written when %s fails', async (_, act, build) => {
  let told = 0
  const failing = transact(database.db, async (tx) => {
    afterCommit(tx, () => told++)
    await sql`update things set name = ${'never'} where id = 1`.execute(tx)
    withCommit(tx, () => [build().compile(tx)])
    return act()
  })
  await expect(failing).rejects.toThrow(/^no$|division by zero/)
  expect(await findThing(1)).toEqual([{ id: 1, name: 'uno' }])
  expect(told).toBe(0)
})

it('a transaction whose session is ended says so, not that it could not be rolled back', async () => {
  const ended = transact(database.db, async (tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(ended).rejects.toMatchObject({ code: '57P01' })
  expect(await findThing(1)).toHaveLength(1)
})

it('statements of a transaction run in the order in which they are begun, begun together or not', async () => {
  const seen = await transact(database.db, async (tx) => {
    const [, first, , second] = await Promise.all([
      sql`update things set name = ${'a'} where id = 1`.execute(tx),
      findThing(1, tx),
      tx.deleteFrom('app_secrets').where('name', '=', 'none').execute(),
      sql<object>`update things set name = name || ${'b'} where id = 1 returning *`.execute(tx),
    ])
    return [first, second.rows]
  })
  expect(seen).toEqual([[{ id: 1, name: 'a' }], [{ id: 1, name: 'ab' }]])
})

it('statements that are begun together go to the server together', async () => {
  const target = new URL(database.url)
  let pieces = 0
  const proxy = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    socket.on('data', () => pieces++).on('error', () => upstream.destroy())
    socket.pipe(upstream.on('error', () => socket.destroy())).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = overNetwork(database.url)
  through.port = String((proxy.address() as AddressInfo).port)
  const db = createDatabase(through.href, { max: 1, log: createLogger({ level: 'silent' }) })
  try {
    await findThing(1, db.kysely)
    const before = pieces
    const find = (tx: Tx) => Promise.all([1, 2, 1, 2].map((id) => findThing(id, tx)))
    expect(await transact(db, find)).toHaveLength(4)
    // The begin and all four, then the commit.
    expect(pieces - before).toBe(2)
  } finally {
    await db.dispose()
    proxy.close()
  }
})

it('what nobody waits for is written with the commit, and what it says when it fails is the error', async () => {
  await transact(database.db, async (tx) => {
    leaveToCommit(sql`update things set name = ${'unwatched'} where id = 1`.execute(tx))
  })
  expect(await findThing(1)).toEqual([{ id: 1, name: 'unwatched' }])

  const failing = transact(database.db, async (tx) => {
    leaveToCommit(sql`update things set name = ${'lost'} where id = 1`.execute(tx))
    leaveToCommit(sql`select 1 / ${0}::int`.execute(tx))
    await findThing(2, tx)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await findThing(1)).toEqual([{ id: 1, name: 'unwatched' }])
})

it('the same statement twice at once, prepared just then or before, and after one that failed', async () => {
  const half = (by: number) =>
    sql<{ half: number }>`select 10 / ${by}::int as half`.execute(database.db.kysely)
  for (let i = 0; i < 2; i++) await expect(half(0)).rejects.toThrow('division by zero')
  for (let i = 0; i < 3; i++) {
    const both = await transact(database.db, (tx) =>
      Promise.all(
        [5, 2].map((by) => sql<{ half: number }>`select 10 / ${by}::int as half`.execute(tx)),
      ),
    )
    expect(both.map(({ rows }) => rows)).toEqual([[{ half: 2 }], [{ half: 5 }]])
  }
  const twice = (text: string) =>
    transact(database.db, (tx) =>
      Promise.all([1, 2, 3].map((value) => sql`${sql.raw(text)} ${value}::int`.execute(tx))),
    )
  expect(await twice('select 20 +')).toHaveLength(3)
  await expect(twice('select nothing +')).rejects.toThrow('"nothing" does not exist')
  await half(1)
})

it('values of every kind arrive as they are', async () => {
  const { rows } = await sql<object>`
    select ${'a "b" \\c'}::text as text, ${12.5}::float8 as number, ${true}::boolean as yes,
      ${null}::text as nothing, ${Buffer.from([0, 255])}::bytea as bytes,
      ${new Date('2026-02-03T04:05:06.789Z')}::timestamptz as instant,
      ${['x,"y"', null, 'NULL', '\\']}::text[] as texts, ${[1, 2]}::bigint[] as numbers,
      ${JSON.stringify({ a: ['"'] })}::jsonb as json, ${{ b: 1 }}::jsonb as object`.execute(
    database.db.kysely,
  )
  expect(rows).toEqual([
    {
      text: 'a "b" \\c',
      number: 12.5,
      yes: true,
      nothing: null,
      bytes: Buffer.from([0, 255]),
      instant: new Date('2026-02-03T04:05:06.789Z'),
      texts: ['x,"y"', null, 'NULL', '\\'],
      numbers: [1, 2],
      json: { a: ['"'] },
      object: { b: 1 },
    },
  ])
})

it('a branch that outlives its transaction cannot write any more', async () => {
  const pause = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const failing = transact(database.db, async (tx) => {
    late = pause.promise.then(() => sql`update things set name = ${'late'}`.execute(tx))
    await sql`select 1 / ${0}::int`.execute(tx)
  })
  await expect(failing).rejects.toThrow('division by zero')
  pause.resolve()
  await expect(late).rejects.toThrow('over')
})

it('steps belong to transactions of transact alone', async () => {
  const other = database.db.kysely
    .transaction()
    .execute(async (tx) => afterCommit(tx, () => undefined))
  await expect(other).rejects.toThrow('transact')
})
