import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let owner: TestPerson
let other: TestPerson

beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
  owner = await newPerson(app, { credits: 1000 })
  other = await newPerson(app, { credits: 1000 })
})
afterAll(() => app.dispose())

/** Has credits be spent as by something that is no job. */
async function spend({ id: userId }: TestPerson, what: string, amount: number): Promise<string> {
  const externalId = `${what}:${randomUUID()}`
  await transact(app.db, async (tx) => {
    const writer = app.context.credits.writer(tx)
    const order = { userId, externalId, jobId: null, text: 'Spent' }
    const { holdId } = await writer.hold({ amount, ...order })
    await writer.capture({ holdId, amount, imageId: null, ...order })
  })
  return externalId
}

const rowsOf = async (person: TestPerson, query: { from?: string; to?: string } = {}) => {
  const csv = await person.call(api.credits.exportUsage, { query })
  return csv.replace('\uFEFF', '').trimEnd().split('\r\n')
}

const HEADING = 'date,tool,type,orders,results,credits,refunded'

describe('usage by tool', () => {
  it('is a file of days and tools, newest first, and only of what is one’s own', async () => {
    expect(await rowsOf(owner)).toEqual([HEADING])
    await setClock(app.db, '2027-01-30T12:00:00Z')
    await spend(owner, 'training', 100)
    await spend(owner, 'training', 50)
    const capture = await spend(owner, 'proposal', 3)
    await setClock(app.db, '2027-03-02T00:00:00Z')
    await spend(owner, 'proposal', 2)
    await transact(app.db, (tx) =>
      app.context.credits
        .writer(tx)
        .refund({ userId: owner.id, capture, amount: 1, externalId: capture, text: 'Back' }),
    )
    await spend(other, 'training', 7)
    expect(await rowsOf(owner)).toEqual([
      HEADING,
      '2027-03-02,prompts,proposal,1,1,2,1',
      '2027-01-30,prompts,proposal,1,1,3,0',
      '2027-01-30,train_model,training,2,2,150,0',
    ])
    expect(await rowsOf(other)).toEqual([HEADING, '2027-03-02,train_model,training,1,1,7,0'])
  })

  it('may be of some days, both included', async () => {
    expect(await rowsOf(owner, { from: '2027-01-30', to: '2027-01-30' })).toHaveLength(3)
    expect(await rowsOf(owner, { from: '2027-01-31', to: '2027-03-01' })).toEqual([HEADING])
    expect(await rowsOf(owner, { from: '2027-03-02' })).toHaveLength(2)
    expect(await rowsOf(owner, { to: '2026-01-01' })).toEqual([HEADING])
  })

  it('is a download that a browser saves, for who is signed in', async () => {
    const answer = await fetch(`${app.url}/api/credits/usage/`, {
      headers: { cookie: `accessToken=${owner.token}` },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/filename="usage-[\d-]+\.csv"$/)
    await answer.body?.cancel()
    expect((await fetch(`${app.url}/api/credits/usage/`)).status).toBe(401)
  })
})
