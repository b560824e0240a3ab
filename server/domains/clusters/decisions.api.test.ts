import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_IN_CLUSTER } from '#contract/admin-clusters.ts'
import { api } from '#contract/index.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { register } from '#tests/support/visitors.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

/** People who share a network address. */
async function family(ip: string, count = 2): Promise<TestPerson[]> {
  const people: TestPerson[] = []
  while (people.length < count) people.push(await register(app, { ip }))
  return people
}

const idsOf = (people: readonly TestPerson[]) => people.map(({ id }) => id)
const decide = (
  people: readonly TestPerson[],
  decision: 'limited' | 'fine',
  reason = 'One card after the other',
) => admin.call(api.adminClusters.decide, { body: { accounts: idsOf(people), decision, reason } })
const undo = (id: string) =>
  admin.call(api.adminClusters.undo, { params: { id }, body: { reason: 'They wrote to us' } })
const isLimited = async (person: TestPerson) =>
  (await person.call(api.users.me, {})).limited !== null
const clusterOf = async ({ id }: TestPerson) => {
  const { results } = await admin.call(api.adminClusters.list, {})
  return results.find(({ accounts }) => accounts.some((one) => one.id === id))!
}
const logOf = async ({ id }: TestPerson) => {
  const { results } = await admin.call(api.admin.audit, { query: { user: id } })
  return results.map(({ action, actor, reason }) => [action, actor, reason])
}
/** Lets an account be seen at an address at which another one was seen. */
const visitAsWell = (one: TestPerson, other: TestPerson) =>
  sql`insert into account_addresses (user_id, address_hash)
    select ${one.id}, address_hash from account_addresses where user_id = ${other.id}`.execute(
    app.db.kysely,
  )
const CONFLICT = { status: 409, code: 'conflict' }

it('limits every account at once, each with its mail and line in the log, and lifts it again', async () => {
  const people = await family('203.0.113.80', 3)
  const [one, other, third] = people as [TestPerson, TestPerson, TestPerson]
  await admin.call(api.accountLimits.limit, {
    params: { id: third.id },
    body: { reason: 'Before' },
  })
  const decision = await decide(people, 'limited')
  expect(decision).toMatchObject({ kind: 'limited', is_whole: true })
  expect(await Promise.all(people.map(isLimited))).toEqual([true, true, true])
  expect((await clusterOf(one)).decisions).toEqual([decision])
  expect(await logOf(one)).toEqual([['person_limited', admin.email, 'One card after the other']])
  expect(await logOf(third)).toEqual([['person_limited', admin.email, 'Before']])
  const subjects = async () => (await mailsTo(app, other.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Your account is limited')

  // One of them was lifted by hand since, and the limit from before is nobody's to lift here.
  await admin.call(api.accountLimits.unlimit, {
    params: { id: other.id },
    body: { reason: 'A mistake' },
  })
  await undo(decision.id)
  expect(await Promise.all(people.map(isLimited))).toEqual([false, false, true])
  expect((await clusterOf(one)).decisions).toEqual([])
  expect((await logOf(one))[0]).toEqual(['person_unlimited', admin.email, 'They wrote to us'])
  expect((await logOf(other))[0]).toEqual(['person_unlimited', admin.email, 'A mistake'])
  await expect(undo(decision.id)).rejects.toMatchObject(CONFLICT)
})

it('marks a cluster as fine until another account joins it', async () => {
  const people = await family('203.0.113.81')
  const [one] = people as [TestPerson, TestPerson]
  const decision = await decide(people, 'fine', 'A family of four')
  expect(await Promise.all(people.map(isLimited))).toEqual([false, false])
  expect((await clusterOf(one)).decisions).toEqual([decision])
  for (const person of people)
    expect(await logOf(person)).toEqual([['person_marked_fine', admin.email, 'A family of four']])
  expect(await one.call(api.account.export, {})).toMatchObject({
    linked_account_decisions: [{ kind: 'fine', undone_at: null }],
  })
  const more = await family('203.0.113.81', 1)
  expect((await clusterOf(one)).decisions).toMatchObject([{ kind: 'fine', is_whole: false }])
  const later = await decide([...people, ...more], 'fine')
  await undo(later.id)
  expect((await clusterOf(one)).decisions).toMatchObject([{ id: decision.id, is_whole: false }])
  expect((await logOf(one))[0]).toEqual(['person_unmarked', admin.email, 'They wrote to us'])
})

it('is made once, about the accounts as they are now, with a reason', async () => {
  const people = await family('203.0.113.82', 3)
  await expect(decide(people, 'fine', 'x')).rejects.toMatchObject({ status: 400 })
  await expect(decide(people.slice(1), 'limited')).rejects.toMatchObject(CONFLICT)
  await expect(undo('01890000-0000-7000-8000-000000000000')).rejects.toMatchObject({ status: 404 })
  const both = await Promise.allSettled([decide(people, 'limited'), decide(people, 'fine')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: CONFLICT })
})

it('takes one of two that undo it at once, and leaves the team out', async () => {
  const people = await family('203.0.113.83')
  const [one, other] = people as [TestPerson, TestPerson]
  await app.context.accounts.setUser({ email: other.email, staff: true })
  const decision = await decide(people, 'limited')
  expect(await Promise.all(people.map(isLimited))).toEqual([true, false])
  const both = await Promise.allSettled([undo(decision.id), undo(decision.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await isLimited(one)).toBe(false)
})

it('leaves each decision that touches a cluster its way back, also after a later one', async () => {
  const people = await family('203.0.113.85')
  const limited = await decide(people, 'limited')
  const more = await family('203.0.113.85', 1)
  const fine = await decide([...people, ...more], 'fine', 'A shared flat')
  const [one] = people as [TestPerson, TestPerson]
  expect((await clusterOf(one)).decisions).toMatchObject([
    { id: fine.id, is_whole: true },
    { id: limited.id, is_whole: false },
  ])
  expect(await Promise.all(people.map(isLimited))).toEqual([true, true])
  await undo(limited.id)
  expect(await Promise.all(people.map(isLimited))).toEqual([false, false])
  expect((await clusterOf(one)).decisions).toMatchObject([{ id: fine.id }])
})

it('leaves a line about who undid it where every limit was lifted by hand', async () => {
  const people = await family('203.0.113.86')
  const { id } = await decide(people, 'limited')
  for (const person of people) {
    const params = { id: person.id }
    await admin.call(api.accountLimits.unlimit, { params, body: { reason: 'A mistake' } })
  }
  await undo(id)
  const { results } = await admin.call(api.admin.audit, {
    query: { action: 'cluster_decision_undone' },
  })
  expect(results[0]).toMatchObject({
    actor: admin.email,
    subject: id,
    reason: 'They wrote to us',
    data: { decision: id },
  })
})

it('is made about accounts as they are linked, however many links are newer', async () => {
  const people = await family('203.0.113.87', 3)
  const [, , third] = people as [TestPerson, TestPerson, TestPerson]
  const { kysely } = app.db
  await sql`update account_addresses set last_seen_at = now() - interval '80 days'
    where user_id = any(${sql.val(idsOf(people))}::uuid[])`.execute(kysely)
  // The third shares another address, which is newer, with a fourth.
  const fourth = await register(app, { ip: '203.0.113.88' })
  await visitAsWell(third, fourth)
  await expect(decide(people, 'fine')).rejects.toMatchObject(CONFLICT)
  const { accounts, can_decide: canDecide } = await clusterOf(fourth)
  expect(new Set(accounts.map(({ id }) => id))).toEqual(new Set(idsOf([...people, fourth])))
  expect(canDecide).toBe(true)
  // Two others share so much that the list looks at nothing else.
  const [busy, other] = (await family('203.0.113.93')) as [TestPerson, TestPerson]
  await sql`insert into account_addresses (user_id, address_hash)
    select one, sha256(n::text::bytea)
    from unnest(${sql.val([busy.id, other.id])}::uuid[]) one, generate_series(1, 1000) n`.execute(
    kysely,
  )
  expect(await clusterOf(people[0]!)).toBeUndefined()
  const decision = await decide([...people, fourth], 'fine')
  expect((await clusterOf(people[0]!)).decisions).toEqual([decision])
  await sql`delete from account_addresses where user_id = ${busy.id}`.execute(kysely)
})

it('is not offered for more accounts than one decision is about', async () => {
  const [first] = (await family('203.0.113.94', 1)) as [TestPerson]
  // Each shares an address with the next.
  await sql`
    with made as (
      insert into users (email) select 'chain-' || n || '@example.com' from generate_series(1, ${MOST_IN_CLUSTER}) n returning id
    ), chain as (
      select id, row_number() over () as place from (select id from made union all select ${first.id}::uuid) one
    )
    insert into account_addresses (user_id, address_hash)
    select id, sha256(('chain ' || place + step)::bytea) from chain, generate_series(0, 1) step`.execute(
    app.db.kysely,
  )
  const { accounts, can_decide: canDecide, decisions } = await clusterOf(first)
  expect(accounts).toHaveLength(MOST_IN_CLUSTER + 1)
  expect([canDecide, decisions]).toEqual([false, []])
})

it('leaves families that are fine out of the latest links, and shows them last', async () => {
  const undecided = await family('203.0.113.89')
  const fine = await family('203.0.113.90')
  await decide(fine, 'fine')
  const { results } = await admin.call(api.adminClusters.list, {})
  const placeOf = ([one]: TestPerson[]) =>
    results.findIndex(({ accounts }) => accounts.some(({ id }) => id === one!.id))
  expect(placeOf(undecided)).toBeLessThan(placeOf(fine))
  expect(placeOf(undecided)).toBeGreaterThanOrEqual(0)
})

it('is refused for accounts of which one was deleted meanwhile', async () => {
  const people = await family('203.0.113.91', 3)
  await people[2]!.call(api.account.remove, { body: { password: PASSWORD } })
  await expect(decide(people, 'limited')).rejects.toMatchObject(CONFLICT)
  await expect(decide(people, 'fine')).rejects.toMatchObject(CONFLICT)
  expect(await decide(people.slice(0, 2), 'limited')).toMatchObject({ is_whole: true })
})

it('loses its reason with the first account that is deleted', async () => {
  const people = await family('203.0.113.92', 3)
  const { id } = await decide(people, 'fine', `Cousins of ${people[2]!.email}`)
  await people[2]!.call(api.account.remove, { body: { password: PASSWORD } })
  await app.context.privacy.sweep()
  expect((await clusterOf(people[0]!)).decisions).toMatchObject([{ id, reason: '' }])
})

it('is forgotten with the accounts', async () => {
  const people = await family('203.0.113.84')
  const { id } = await decide(people, 'fine')
  for (const person of people)
    await person.call(api.account.remove, { body: { password: PASSWORD } })
  await app.context.privacy.sweep()
  const left = await app.db.kysely
    .selectFrom('cluster_decisions')
    .select('id')
    .where('id', '=', id)
    .execute()
  expect(left).toEqual([])
})
