import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const SPENT = 100

let app: TestApp
let admin: TestPerson
let debtor: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  admin = await newPerson(app)
  await app.context.accounts.setUser({ email: admin.email, admin: true })
})
afterAll(() => app.dispose())

/** Somebody who spent a pack whose money went back. */
beforeEach(async () => {
  debtor = await newPerson(app, { credits: 10 })
  const { id: userId } = debtor
  const payment = `cs_${userId}`
  await transact(app.db, async (tx) => {
    const writer = app.context.credits.writer(tx)
    const grant = { userId, payment, amount: SPENT, kind: 'pack', expiresAt: null } as const
    await writer.grant({ ...grant, externalId: payment, text: 'Pack' })
    const job = { userId, externalId: payment, jobId: null, text: 'At work' }
    const { holdId } = await writer.hold({ ...job, amount: SPENT + 10 })
    await writer.capture({ ...job, holdId, amount: SPENT + 10, imageId: null })
    const money = { userId, payment, refunded: 1, paid: 1 }
    await writer.revoke({ ...money, externalId: `re_${userId}`, text: 'Refunded' })
  })
  expect(await missing()).toBe(SPENT)
})

const missing = () => app.context.credits.unrecovered(app.db, debtor.id)
const forgive = (key: string) =>
  admin.call(api.admin.forgive, {
    params: { id: debtor.id },
    body: { key, reason: 'No fault of theirs' },
  })

it('is done once and answered alike, however many ask at once', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => forgive(key)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers[0]).toMatchObject({ state: 'done', amount: SPENT, forgives: true })
  expect(await missing()).toBe(0)
  // The key again is the same answer; another one finds nothing.
  expect((await forgive(key)).id).toBe(answers[0]!.id)
  await expect(forgive(randomUUID())).rejects.toMatchObject({ status: 409 })
})
