import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ overrides: { engines: [], pages: false } })
})
afterAll(() => app.dispose())

describe('GET /api/credits/', () => {
  it('answers balance, lots and lines, and links that lead on', async () => {
    const person = await newPerson(app, { credits: 60 })
    const first = await person.call(api.credits.statement, { query: { limit: '1' } })
    expect(first).toMatchObject({ balance: 60, held: 0, previous: null })
    expect(first.lots.map(({ kind, remaining }) => [kind, remaining])).toEqual([
      ['free', 40],
      ['grant', 20],
    ])
    expect(first.results).toHaveLength(1)
    const answer = await fetch(app.url + first.next, {
      headers: { authorization: `Token ${person.token}` },
    })
    expect(await answer.json()).toMatchObject({
      next: null,
      results: [{ kind: 'grant', amount: 40, text: expect.stringMatching(/^Free credits for /) }],
    })
  })

  it('has all lines between the first and the last day that there are', async () => {
    const person = await newPerson(app)
    const query = { from: '0001-01-01', to: '9999-12-31' }
    const all = await person.call(api.credits.statement, { query: {} })
    expect(await person.call(api.credits.statement, { query })).toEqual(all)
    expect(all.results).toHaveLength(2)
  })

  it('names a bad cursor and a bad limit, and wants somebody signed in', async () => {
    const person = await newPerson(app)
    const bad = [
      { cursor: 'zzz' },
      { limit: '0' },
      { limit: '101' },
      { limit: 'x' },
      { from: '2026-02-30' },
      { from: '0000-01-01' },
      { to: 'yesterday' },
    ]
    for (const query of bad) {
      await expect(person.call(api.credits.statement, { query })).rejects.toMatchObject({
        status: 400,
        body: { [Object.keys(query)[0] ?? '']: [expect.any(String)] },
      })
    }
    await expect(app.call(api.credits.statement, { query: {} })).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('POST /api/credits/login_bonus/', () => {
  it('brings ten once a day, and shows in users/me', async () => {
    const person = await newPerson(app, { credits: 5 })
    const me = await person.call(api.users.me, {})
    expect(me).toMatchObject({ credits: 5, login_bonus: { amount: 10, claimed_today: false } })
    expect(await person.call(api.credits.claimLoginBonus, { body: {} })).toEqual({ credits: 15 })
    await expect(person.call(api.credits.claimLoginBonus, { body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'already_claimed',
    })
    expect(await person.call(api.users.me, {})).toMatchObject({
      credits: 15,
      login_bonus: { amount: 10, claimed_today: true },
    })
  })

  it('is refused before the address is verified', async () => {
    const person = await newPerson(app, { verified: false })
    await expect(person.call(api.credits.claimLoginBonus, { body: {} })).rejects.toMatchObject({
      status: 403,
      code: 'email_not_verified',
    })
  })
})

describe('GET /api/users/me/', () => {
  it('shows the plan', async () => {
    const person = await newPerson(app, { plan: 'starter', credits: 5000 })
    const me = await person.call(api.users.me, {})
    expect(me.plan).toMatchObject({ name: 'starter', period: 'monthly' })
    expect(Date.parse(me.plan.renews_at ?? '')).toBeGreaterThan(Date.now())
    // Given by the operator, so it ends where the next payment would be due.
    expect(me.plan.cancel_at).toBe(me.plan.renews_at)
  })
})

describe('GET /api/plans/', () => {
  it('is there for everybody', async () => {
    const { plans, packs, prices, training_cost } = await app.call(api.plans.list, {})
    expect(plans.map(({ plan, price }) => [plan, price.monthly, price.yearly])).toEqual([
      ['basic', 12, 79.2],
      ['starter', 29, 208.8],
      ['hobby', 49, 352.8],
      ['pro', 99, 712.8],
    ])
    expect(packs.map(({ quantity, price }) => [quantity, price])).toEqual([
      [1000, 999],
      [2000, 1799],
      [6000, 4999],
      [14_000, 9999],
    ])
    expect(prices.image).toHaveLength(3)
    expect(training_cost).toBe(1000)
  })
})
