import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { raceBehind } from '#tests/support/race-behind.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let staff: TestPerson
let admin: TestPerson
let eve: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  admin = await newAdmin(app)
  eve = await newPerson(app)
})
afterAll(() => app.dispose())

const { reports, adminReports, civitImages } = api

type Body = Parameters<typeof app.call<typeof reports.create>>[1]['body']

const report = (body: Body, by: TestPerson = eve) => by.call(reports.create, { body })

const decide = (id: string, action: 'remove' | 'hide' | 'keep', strike = false) =>
  staff.call(adminReports.decide, {
    params: { id },
    body: { action, reason: 'Because of our rules', strike },
  })

const isSeen = (id: string): Promise<boolean> =>
  app.call(civitImages.detail, { params: { id } }).then(
    () => true,
    () => false,
  )

/** Keys of the decisions about something, in their order: the owner's or those of reporters. */
const keysOf = async (item: string, table: 'takedowns' | 'reports'): Promise<string[]> => {
  const key = table === 'takedowns' ? 'owner_key' : 'reporter_key'
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(`community_${table}`)}
    where item_id = ${item} order by id`.execute(app.db.kysely)
  return rows.map((row) => row.key)
}

/** An objection to a decision. */
async function object(decision: string): Promise<string> {
  const text = randomUUID()
  await app.call(reports.appeal, { body: { decision, text } })
  const { results } = await staff.call(adminReports.appeals, { query: {} })
  return results.find((one) => one.text === text)!.id
}

/** Takes a decision back that somebody objects to. */
const judge = (id: string) =>
  staff.call(adminReports.decideAppeal, {
    params: { id },
    body: { action: 'reverse', reason: 'We looked again' },
  })

const reverse = async (decision: string) => judge(await object(decision))

const stateOfModel = async (id: string) =>
  (
    await app.db.kysely
      .selectFrom('community_models')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

test('a decision keeps something away until none about it stands', async () => {
  const { image } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
  const { id } = await report({ image, reason: 'likeness', email: 'a@example.com' })
  await decide(id, 'hide')
  await reverse((await keysOf(image, 'reports'))[0]!)
  await decide(id, 'remove')
  const [first, second] = await keysOf(image, 'takedowns')
  await reverse(first!)
  expect(await isSeen(image)).toBe(false)
  await reverse(second!)
  expect(await isSeen(image)).toBe(true)
})

test('a decision during a ban stands after it', async () => {
  const ada = await newPerson(app)
  const { image } = await insertPublications(app.db.kysely, ada.id)
  const { id } = await report({ image, reason: 'spam' })
  await admin.call(api.adminPeople.ban, { params: { id: ada.id }, body: { reason: 'Spam' } })
  await decide(id, 'hide')
  await admin.call(api.adminPeople.unban, { params: { id: ada.id }, body: { reason: 'Fine' } })
  expect(await isSeen(image)).toBe(false)
})

test.each(['before', 'after'] as const)(
  'a decision during a ban that is taken back %s the end of it gives back what everybody saw',
  async (when) => {
    const ada = await newPerson(app)
    const { image, comment } = await insertPublications(app.db.kysely, ada.id)
    const isCommentSeen = async () => {
      const { state } = await app.db.kysely
        .selectFrom('community_comments')
        .select('state')
        .where('id', '=', comment)
        .executeTakeFirstOrThrow()
      return state === 'shown'
    }
    const ids = [
      (await report({ image, reason: 'spam' })).id,
      (await report({ comment, reason: 'spam' })).id,
    ]
    await admin.call(api.adminPeople.ban, { params: { id: ada.id }, body: { reason: 'Spam' } })
    for (const id of ids) await decide(id, 'remove')
    const unban = () =>
      admin.call(api.adminPeople.unban, { params: { id: ada.id }, body: { reason: 'Fine' } })
    const takeBack = async () => {
      for (const item of [image, comment]) await reverse((await keysOf(item, 'takedowns'))[0]!)
    }
    const [one, other] = when === 'before' ? [takeBack, unban] : [unban, takeBack]
    await one()
    expect([await isSeen(image), await isCommentSeen()]).toEqual([false, false])
    await other()
    expect([await isSeen(image), await isCommentSeen()]).toEqual([true, true])
  },
)

test('a decision that came with a ban, and was taken back during it, gives back at its end', async () => {
  const ada = await newPerson(app)
  const { image } = await insertPublications(app.db.kysely, ada.id)
  await decide((await report({ image, reason: 'likeness' })).id, 'remove')
  await admin.call(api.adminPeople.ban, { params: { id: ada.id }, body: { reason: 'Spam' } })
  await reverse((await keysOf(image, 'takedowns'))[0]!)
  expect(await isSeen(image)).toBe(false)
  await admin.call(api.adminPeople.unban, { params: { id: ada.id }, body: { reason: 'Fine' } })
  expect(await isSeen(image)).toBe(true)
})

test('what its owner has taken back since it was hidden is not published by taking a removal back', async () => {
  const ada = await newPerson(app)
  const { model } = await insertPublications(app.db.kysely, ada.id)
  const { id } = await report({ model, reason: 'minor' })
  await ada.call(api.civitModelVersions.remove, { params: { id: model } })
  await decide(id, 'remove')
  expect(await stateOfModel(model)).toBe('removed')
  await reverse((await keysOf(model, 'takedowns'))[0]!)
  expect(await stateOfModel(model)).toBe('withdrawn')
})

test('a model that its owner takes back while it is removed comes back to its owner alone', async () => {
  const ada = await newPerson(app)
  const { model } = await insertPublications(app.db.kysely, ada.id)
  await decide((await report({ model, reason: 'likeness' })).id, 'remove')
  await ada.call(api.civitModelVersions.remove, { params: { id: model } })
  await reverse((await keysOf(model, 'takedowns'))[0]!)
  expect(await stateOfModel(model)).toBe('withdrawn')
})

test('two decisions about an image that are taken back at once give it back', async () => {
  const ada = await newPerson(app)
  const { image } = await insertPublications(app.db.kysely, ada.id)
  const { id } = await report({ image, reason: 'likeness', email: 'a@example.com' })
  await decide(id, 'hide')
  await reverse((await keysOf(image, 'reports'))[0]!)
  await decide(id, 'remove')
  const objections = []
  for (const key of await keysOf(image, 'takedowns')) objections.push(await object(key))
  const client = await app.db.pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query('begin')
    await client.query('select from community_images where id = $1 for no key update', [image])
    // The later decision is taken back, and waits for the image when the other one is, too.
    const second = judge(objections[1]!)
    const waiting = async () => (await app.db.pool.query(WAITING, [rows[0]!.pid])).rows.length
    await expect.poll(waiting).toBe(1)
    const first = judge(objections[0]!)
    await Promise.race([first, sleep(500)])
    await client.query('commit')
    await Promise.all([first, second])
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await isSeen(image)).toBe(true)
})

const LOCKED_TABLE = { image: 'community_images', comment: 'community_comments' } as const

const WAITING = 'select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
/** Runs both while an item is locked, `first` waiting for it when `second` begins; then both go on. */
const raceAt = (
  table: string,
  id: string,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) =>
  raceBehind(app.db, [`select from ${table} where id = $1 for no key update`, [id]], first, second)

test.each([
  ['image', 'the decision'],
  ['image', 'the end of the ban'],
  ['comment', 'the decision'],
  ['comment', 'the end of the ban'],
] as const)(
  'of a decision about the %s and the end of a ban at once, %s being first, the decision stands and can be taken back',
  async (kind, first) => {
    const ada = await newPerson(app)
    const published = await insertPublications(app.db.kysely, ada.id)
    const item = published[kind]
    const { id } = await report({ [kind]: item, reason: 'likeness' }, await newPerson(app))
    await admin.call(api.adminPeople.ban, { params: { id: ada.id }, body: { reason: 'Spam' } })
    const decideNow = () => decide(id, 'hide')
    const unban = () =>
      admin.call(api.adminPeople.unban, { params: { id: ada.id }, body: { reason: 'Fine' } })
    const order = first === 'the decision' ? [decideNow, unban] : [unban, decideNow]
    await raceAt(LOCKED_TABLE[kind], item, order[0]!, order[1]!)
    const stateNow = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from ${sql.table(LOCKED_TABLE[kind])} where id = ${item}`.execute(
        app.db.kysely,
      )
      return rows[0]!.state
    }
    expect(await stateNow()).toBe(kind === 'image' ? 'hidden' : 'removed')
    await reverse((await keysOf(item, 'takedowns'))[0]!)
    expect(await stateNow()).toBe(kind === 'image' ? 'published' : 'shown')
  },
)

test.each(['the reversal', 'the end of the ban'])(
  'of a decision that is taken back and the end of a ban at once, %s being first, everybody sees the image again',
  async (first) => {
    const ada = await newPerson(app)
    const { image } = await insertPublications(app.db.kysely, ada.id)
    const { id } = await report({ image, reason: 'likeness' }, await newPerson(app))
    await decide(id, 'remove')
    await admin.call(api.adminPeople.ban, { params: { id: ada.id }, body: { reason: 'Spam' } })
    const objection = await object((await keysOf(image, 'takedowns'))[0]!)
    const unban = () =>
      admin.call(api.adminPeople.unban, { params: { id: ada.id }, body: { reason: 'Fine' } })
    const takeBack = () => judge(objection)
    const { rows } = await sql<{ id: string }>`
      select id from community_creators where user_id = ${ada.id}`.execute(app.db.kysely)
    const order = first === 'the reversal' ? [takeBack, unban] : [unban, takeBack]
    await raceAt('community_creators', rows[0]!.id, order[0]!, order[1]!)
    expect(await isSeen(image)).toBe(true)
  },
)

test('a decision shows nothing that its owner has taken back meanwhile', async () => {
  const ada = await newPerson(app)
  const { model } = await insertPublications(app.db.kysely, ada.id)
  const isModelSeen = () =>
    app.call(api.civitModelVersions.detail, { params: { id: model } }).then(
      () => true,
      () => false,
    )
  const { id } = await report({ model, reason: 'minor' })
  const { id: second } = await report({ model, reason: 'intimate' })
  await ada.call(api.civitModelVersions.remove, { params: { id: model } })
  await decide(id, 'keep')
  expect(await isModelSeen()).toBe(false)
  // Nor is it hidden because of a report that comes too late for it.
  await sql`update community_reports set state = 'open', due_at = now() where id = ${second}`.execute(
    app.db.kysely,
  )
  await app.context.community.sweepReports()
  const { results } = await staff.call(adminReports.list, { query: {} })
  expect(results.find((one) => one.id === second)).toMatchObject({ hidden: false })
  await decide(second, 'keep')
  expect(await isModelSeen()).toBe(false)
})

test('strikes of decisions at once add up', async () => {
  const ada = await newPerson(app)
  const { image, model, comment } = await insertPublications(app.db.kysely, ada.id)
  const ids = await Promise.all(
    [{ image }, { model }, { comment }].map(
      async (named) => (await report({ ...named, reason: 'spam' })).id,
    ),
  )
  const answers = await Promise.all(ids.map((id) => decide(id, 'remove', true)))
  expect(new Set(answers.map(({ strikes }) => strikes))).toEqual(new Set([1, 2, 3]))
  expect(answers.filter(({ banned }) => banned)).toHaveLength(1)
})
