import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let first: TestPerson
let second: TestPerson
let person: TestPerson

beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  first = await newPerson(app)
  second = await newPerson(app)
  for (const { email } of [first, second]) {
    await app.context.accounts.setUser({ email, admin: true })
  }
})
afterAll(() => app.dispose())
beforeEach(async () => {
  person = await newPerson(app, { credits: 10 })
})

const adjust = (
  amount: number,
  { key = randomUUID(), by = first, reason = 'A lost picture' } = {},
) => by.call(api.admin.adjust, { params: { id: person.id }, body: { key, amount, reason } })
const decide = (id: string, agree: boolean, by = second) =>
  by.call(api.admin.decide, { params: { id }, body: { agree } })
const credits = async () => (await person.call(api.users.me, {})).credits
const acts = async () =>
  (await first.call(api.admin.audit, { query: { user: person.id } })).results.map(
    ({ actor, action, reason, data }) => `${actor} ${action} ${String(data['amount'])}: ${reason}`,
  )

describe('a small adjustment', () => {
  it('is made at once, stands in the statement with its reason, and in the log', async () => {
    expect(await adjust(25)).toMatchObject({ state: 'done', decided_by: first.email })
    expect(await credits()).toBe(35)
    const { results } = await person.call(api.credits.statement, { query: {} })
    expect(results[0]).toMatchObject({ kind: 'adjust', amount: 25, text: 'A lost picture' })
    expect(await acts()).toEqual([`${first.email} adjustment_done 25: A lost picture`])
  })

  it('is made once, however often and at once it is asked for', async () => {
    const key = randomUUID()
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => adjust(5, { key })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await credits()).toBe(15)
    await expect(adjust(6, { key })).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('takes no more than there is; then nothing is changed and nothing noted', async () => {
    expect(await adjust(-4)).toMatchObject({ state: 'done' })
    await expect(adjust(-7)).rejects.toMatchObject({ code: 'not_enough_credits' })
    expect(await credits()).toBe(6)
    expect(await acts()).toHaveLength(1)
  })
})

describe('a large adjustment', () => {
  it('waits for a second administrator, who may not be the first', async () => {
    const { id, state } = await adjust(5000)
    expect(state).toBe('waiting')
    expect(await credits()).toBe(10)
    await expect(decide(id, true, first)).rejects.toMatchObject({ code: 'permission_denied' })
    const answers = await Promise.allSettled([decide(id, true), decide(id, true)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await credits()).toBe(5010)
    expect(await acts()).toEqual([
      `${second.email} adjustment_done 5000: A lost picture`,
      `${first.email} adjustment_requested 5000: A lost picture`,
    ])
  })

  it('is shown on the page of the person while it waits, and of nobody else', async () => {
    const waitingOf = async ({ id }: TestPerson) =>
      (await second.call(api.adminPersonRecord.read, { params: { id } })).waiting
    const { id } = await adjust(5000)
    await adjust(5)
    expect(await waitingOf(person)).toMatchObject([
      { id, amount: 5000, reason: 'A lost picture', requested_by: first.email },
    ])
    expect(await waitingOf(second)).toEqual([])
    await decide(id, true)
    expect(await waitingOf(person)).toEqual([])
  })

  it('can be refused, also by who asked', async () => {
    const { id } = await adjust(5000)
    expect(await decide(id, false, first)).toMatchObject({ state: 'refused' })
    await expect(decide(id, true)).rejects.toMatchObject({ status: 409 })
    expect(await credits()).toBe(10)
  })
})

describe('bad input', () => {
  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{ reason: '  ' }, 'reason'],
    [{ key: 'x' }, 'key'],
    [{ more: 1 }, 'more'],
  ])('%j is a 400 that names the field', async (wrong, field) => {
    const body = { key: randomUUID(), amount: 5, reason: 'because', ...wrong } as never
    const call = first.call(api.admin.adjust, { params: { id: person.id }, body })
    await expect(call).rejects.toMatchObject({ status: 400, body: { [field]: expect.any(Array) } })
    expect(await credits()).toBe(10)
  })

  it('a person that is not there, and people who are not administrators', async () => {
    const body = { key: randomUUID(), amount: 5, reason: 'because' }
    const nobody = first.call(api.admin.adjust, { params: { id: randomUUID() }, body })
    await expect(nobody).rejects.toMatchObject({ status: 404 })
    const own = person.call(api.admin.adjust, { params: { id: person.id }, body })
    await expect(own).rejects.toMatchObject({ status: 404 })
    for (const call of [api.admin.users, api.admin.audit, api.admin.adjustments] as const) {
      await expect(person.call(call, { query: {} })).rejects.toMatchObject({ status: 404 })
    }
  })

  it('the log cannot be changed', async () => {
    await adjust(1)
    await expect(app.db.pool.query('delete from audit_log')).rejects.toThrow('only grows')
  })
})

it('finds people by parts of their address, and by id', async () => {
  const search = async (text: string) =>
    (await first.call(api.admin.users, { query: { search: text } })).results
  expect(await search(person.email.slice(1))).toMatchObject([
    { id: person.id, credits: 10, plan: { name: 'free' }, paid: 0 },
  ])
  expect(await search(person.id)).toHaveLength(1)
  expect(await search('%')).toEqual([])
  expect(await first.call(api.admin.user, { params: { id: person.id } })).toMatchObject({
    email: person.email,
  })
})
