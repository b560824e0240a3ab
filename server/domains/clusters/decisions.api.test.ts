import { afterAll, beforeAll, expect, it } from 'vitest'
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
  expect((await clusterOf(one)).decision).toEqual(decision)
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
  expect((await clusterOf(one)).decision).toBeNull()
  expect((await logOf(one))[0]).toEqual(['person_unlimited', admin.email, 'They wrote to us'])
  expect((await logOf(other))[0]).toEqual(['person_unlimited', admin.email, 'A mistake'])
  await expect(undo(decision.id)).rejects.toMatchObject(CONFLICT)
})

it('marks a cluster as fine until another account joins it', async () => {
  const people = await family('203.0.113.81')
  const [one] = people as [TestPerson, TestPerson]
  const decision = await decide(people, 'fine', 'A family of four')
  expect(await Promise.all(people.map(isLimited))).toEqual([false, false])
  expect((await clusterOf(one)).decision).toEqual(decision)
  for (const person of people)
    expect(await logOf(person)).toEqual([['person_marked_fine', admin.email, 'A family of four']])
  expect(await one.call(api.account.export, {})).toMatchObject({
    linked_account_decisions: [{ kind: 'fine', undone_at: null }],
  })
  const more = await family('203.0.113.81', 1)
  expect((await clusterOf(one)).decision).toMatchObject({ kind: 'fine', is_whole: false })
  const later = await decide([...people, ...more], 'fine')
  await undo(later.id)
  expect((await clusterOf(one)).decision).toMatchObject({ id: decision.id, is_whole: false })
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
