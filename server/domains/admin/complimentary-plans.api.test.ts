import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { AdminUser } from '#contract/admin.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'

let shop: PaymentsApp
let person: TestPerson
let first: TestPerson
let second: TestPerson

withShop((...now) => ([shop, person] = now), { app: { env: { ADJUSTMENT_LIMIT: '5000' } } })

const CHANGED = { status: 409, body: { detail: expect.stringMatching(/changed meanwhile/) } }
const read = async () => first.call(api.admin.user, { params: { id: person.id } })

/** Two administrators for each test. */
async function admins(): Promise<void> {
  first = await shop.newBuyer()
  second = await shop.newBuyer()
  for (const { email } of [first, second]) {
    await shop.app.context.accounts.setUser({ email, admin: true })
  }
}

interface GrantInput {
  plan: AdminUser['plan']['name']
  period?: 'monthly' | 'yearly' | null
  by?: TestPerson
  key?: string
  was?: Omit<AdminUser['plan'], 'is_paid'>
}

async function give({ plan, by = first, key = randomUUID(), ...input }: GrantInput) {
  const { name, period, renews_at } = (await read()).plan
  const body = {
    key,
    plan,
    period: input.period === undefined ? ('monthly' as const) : input.period,
    reason: 'A prize',
    was: input.was ?? { name, period, renews_at },
  }
  return by.call(api.admin.grantPlan, { params: { id: person.id }, body })
}
const decide = (id: string, agree: boolean, by = second) =>
  by.call(api.admin.decide, { params: { id }, body: { agree } })
const acts = async () =>
  (await first.call(api.admin.audit, { query: { user: person.id } })).results.map(
    ({ actor, action, reason, data }) =>
      `${actor} ${action} ${String(data['plan'])} ${String(data['period'])}: ${reason}`,
  )

describe('a plan within the configured sum', () => {
  it('is given at once, ends by itself, costs nobody anything and stands in the log', async () => {
    await admins()
    const made = await give({ plan: 'starter' })
    expect(made).toMatchObject({
      state: 'done',
      amount: 5000,
      plan: { name: 'starter', period: 'monthly' },
      decided_by: first.email,
    })
    expect((await read()).plan).toMatchObject({ name: 'starter', is_paid: false })
    expect(await shop.state(person)).toMatchObject({
      plan: 'starter',
      is_given: true,
      cancel_at: expect.stringMatching(/^2026-12-01T00:00/),
      next_charge: null,
      invoices: [],
    })
    expect(await shop.lines(person)).toEqual(['grant 5000'])
    expect(await acts()).toEqual([`${first.email} plan_given starter monthly: A prize`])
    await shop.goTo('2026-12-01T00:01:00Z')
    expect((await read()).plan).toMatchObject({ name: 'free', period: null })
  })

  it('is given once for a key, however often and at once it is asked for', async () => {
    await admins()
    const key = randomUUID()
    const was = { name: 'free' as const, period: null, renews_at: null }
    const made = await Promise.all([1, 2, 3, 4].map(() => give({ plan: 'starter', key, was })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await give({ plan: 'starter', key })).toEqual(made[0])
    expect(await shop.lines(person)).toEqual(['grant 5000'])
    expect(await acts()).toHaveLength(1)
    await expect(give({ plan: 'basic', key })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  it('of two administrators at once is given by one; the other is told to look again', async () => {
    await admins()
    const was = { name: 'free' as const, period: null, renews_at: null }
    const answers = await Promise.allSettled([
      give({ plan: 'starter', was }),
      give({ plan: 'basic', was, by: second }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject(CHANGED)
    expect(await acts()).toHaveLength(1)
    expect(await shop.lines(person)).toHaveLength(1)
    // Who looks again may go on.
    expect((await give({ plan: 'basic', by: second })).state).toBe('done')
    expect((await read()).plan.name).toBe('basic')
  })

  it('can be ended; the credits stay until they expire', async () => {
    await admins()
    await give({ plan: 'basic' })
    expect(await give({ plan: 'free', period: null })).toMatchObject({
      state: 'done',
      amount: 0,
      plan: { name: 'free', period: null },
    })
    expect(await shop.state(person)).toMatchObject({ plan: 'free', is_given: false })
    expect(await shop.lines(person)).toEqual(['grant 2000'])
    await expect(give({ plan: 'free', period: null })).rejects.toMatchObject({
      status: 400,
      body: { plan: ['This person is on the free plan already.'] },
    })
  })

  it('makes place for one that the person buys', async () => {
    await admins()
    await give({ plan: 'starter' })
    await shop.subscribe(person, { plan: 'pro', period: 'monthly' })
    expect((await read()).plan).toMatchObject({ name: 'pro', is_paid: true })
  })
})

describe('a plan above the configured sum', () => {
  it('waits for a second administrator, who may not be the first', async () => {
    await admins()
    // Twelve months of 2,000.
    const { id, state, amount } = await give({ plan: 'basic', period: 'yearly' })
    expect([state, amount]).toEqual(['waiting', 24_000])
    expect((await read()).plan.name).toBe('free')
    await expect(decide(id, true, first)).rejects.toMatchObject({ code: 'permission_denied' })
    const answers = await Promise.allSettled([decide(id, true), decide(id, true)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await read()).plan).toMatchObject({ name: 'basic', period: 'yearly' })
    expect(await shop.lines(person)).toEqual(['grant 2000'])
    expect(await acts()).toEqual([
      `${second.email} plan_given basic yearly: A prize`,
      `${first.email} plan_requested basic yearly: A prize`,
    ])
  })

  it('is not given once the plan is another one, and can be refused', async () => {
    await admins()
    const { id } = await give({ plan: 'pro' })
    await give({ plan: 'basic', by: second })
    await expect(decide(id, true)).rejects.toMatchObject(CHANGED)
    expect((await read()).plan.name).toBe('basic')
    expect(await decide(id, false, first)).toMatchObject({ state: 'refused' })
    await expect(decide(id, true)).rejects.toMatchObject({ status: 409 })
    expect((await acts())[0]).toBe(`${first.email} plan_refused pro monthly: A prize`)
  })

  it('is not given to somebody who has bought one since, or has left', async () => {
    await admins()
    const { id } = await give({ plan: 'pro' })
    await shop.subscribe(person, { plan: 'starter', period: 'monthly' })
    await expect(decide(id, true)).rejects.toMatchObject({ status: 409 })
    expect(await shop.state(person)).toMatchObject({ plan: 'starter', is_given: false })
    person = await shop.newBuyer()
    const { id: other } = await give({ plan: 'pro' })
    await shop.app.db.kysely
      .updateTable('users')
      .set({ closing_at: new Date() })
      .where('id', '=', person.id)
      .execute()
    await expect(decide(other, true)).rejects.toMatchObject({
      body: { detail: 'This account was deleted.' },
    })
    expect((await read()).plan.name).toBe('free')
  })
})

describe('a plan that somebody pays for', () => {
  it('is left alone, also while it runs out', async () => {
    await admins()
    await shop.subscribe(person, { plan: 'starter', period: 'monthly' })
    const before = await shop.state(person)
    for (const plan of ['pro', 'free'] as const) {
      const period = plan === 'free' ? null : ('monthly' as const)
      await expect(give({ plan, period })).rejects.toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/^This person pays for a plan/) },
      })
    }
    expect(await shop.state(person)).toEqual(before)
    expect(await acts()).toEqual([])
    await person.call(api.billing.cancel, { body: {} })
    await expect(give({ plan: 'basic' })).rejects.toMatchObject({ status: 409 })
    await shop.goTo('2026-12-02T00:00:00Z')
    expect((await give({ plan: 'basic' })).state).toBe('done')
  })

  it('is not ended behind the back of a provider with real money, by the command line either', async () => {
    await admins()
    await shop.subscribe(person, { plan: 'starter', period: 'monthly' })
    const { billing } = shop.app.context
    const gift = { userId: person.id, plan: 'pro', period: 'monthly' } as const
    await expect(
      shop.app.db.kysely
        .transaction()
        .execute((tx) => billing.grantComplimentaryPlan(tx as never, gift)),
    ).rejects.toThrow(/paid for at the payment provider/)
    expect(await shop.state(person)).toMatchObject({ plan: 'starter', is_given: false })
  })
})

describe('bad input', () => {
  it('is a 400 that names the field', async () => {
    await admins()
    const good = {
      key: randomUUID(),
      plan: 'basic',
      period: 'monthly',
      reason: 'because',
      was: { name: 'free', period: null, renews_at: null },
    }
    const wrongs: [object, string][] = [
      [{ plan: 'gold' }, 'plan'],
      [{ plan: ['pro'] }, 'plan'],
      [{ period: 'daily' }, 'period'],
      [{ period: null }, 'period'],
      [{ plan: 'free' }, 'period'],
      [{ reason: ' ' }, 'reason'],
      [{ key: 'x' }, 'key'],
      [{ was: null }, 'was'],
      [{ more: 1 }, 'more'],
    ]
    for (const [wrong, field] of wrongs) {
      const body = { ...good, ...wrong } as never
      const call = first.call(api.admin.grantPlan, { params: { id: person.id }, body })
      await expect(call, JSON.stringify(wrong)).rejects.toMatchObject({
        status: 400,
        body: { [field]: expect.anything() },
      })
    }
    expect((await read()).plan.name).toBe('free')
  })

  it('somebody who is not there, and people who are not administrators', async () => {
    await admins()
    const was = { name: 'free' as const, period: null, renews_at: null }
    await expect(give({ plan: 'basic', by: person, was })).rejects.toMatchObject({ status: 404 })
    const body = {
      key: randomUUID(),
      plan: 'basic',
      period: 'monthly',
      reason: 'why',
      was,
    } as const
    for (const id of [randomUUID(), 'x']) {
      const nobody = first.call(api.admin.grantPlan, { params: { id }, body })
      await expect(nobody).rejects.toMatchObject({ status: 404 })
    }
  })

  it('what was seen long ago is looked at again first', async () => {
    await admins()
    const was = { name: 'free' as const, period: null, renews_at: null }
    await give({ plan: 'starter' })
    await expect(give({ plan: 'basic', was })).rejects.toMatchObject(CHANGED)
    await setClock(shop.app.db, '2026-12-05T00:00:00Z')
    expect((await give({ plan: 'basic', was })).state).toBe('done')
  })
})
