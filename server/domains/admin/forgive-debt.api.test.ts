import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const SPENT = 100

let app: TestApp
let admin: TestPerson
let debtor: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp({}, { env: { ADJUSTMENT_LIMIT: '150' } }))
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

/** They spend a pack whose money goes back. */
async function spendReturned(userId: string, name: string): Promise<void> {
  const payment = `cs_${userId}_${name}`
  await transact(app.db, async (tx) => {
    const writer = app.context.credits.writer(tx)
    const grant = { userId, payment, amount: SPENT, kind: 'pack', expiresAt: null } as const
    await writer.grant({ ...grant, externalId: payment, text: 'Pack' })
    const job = { userId, externalId: payment, jobId: null, text: 'At work' }
    const { holdId } = await writer.hold({ ...job, amount: SPENT })
    await writer.capture({ ...job, holdId, amount: SPENT, imageId: null })
    const money = { userId, payment, refunded: 1, paid: 1 }
    await writer.revoke({ ...money, externalId: `re_${payment}`, text: 'Refunded' })
  })
}

beforeEach(async () => {
  debtor = await newPerson(app, { credits: 0 })
  await spendReturned(debtor.id, 'first')
  expect(await missing()).toBe(SPENT)
})

const missing = () => app.context.credits.unrecovered(app.db, debtor.id)
const forgive = (key: string) =>
  admin.call(api.admin.forgive, {
    params: { id: debtor.id },
    body: { key, reason: 'No fault of theirs' },
  })

const told = async () =>
  (await mailsTo(app, debtor.email)).filter(({ subject }) => /forgiven|perdonamos/.test(subject))

it('is done once and answered alike, however many ask at once', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => forgive(key)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers[0]).toMatchObject({ state: 'done', amount: SPENT, forgives: true })
  expect(await missing()).toBe(0)
  // The key again is the same answer; another one finds nothing.
  expect((await forgive(key)).id).toBe(answers[0]!.id)
  await expect(forgive(randomUUID())).rejects.toMatchObject({ status: 409 })
  // The person is told once, too.
  const mails = await told()
  expect(mails.map(({ subject }) => subject)).toEqual([`${SPENT} spent credits are forgiven`])
  expect(mails[0]!.text).toContain('Free and bonus credits are no longer held back')
})

it('is told in the language of the person', async () => {
  await app.db.pool.query(`update users set language = 'es' where id = $1`, [debtor.id])
  await forgive(randomUUID())
  const [mail] = await told()
  expect(mail!.subject).toBe(`Te perdonamos ${SPENT} créditos gastados`)
  expect(mail!.text).toContain('Ya no retenemos por eso los créditos gratis')
})

it('is told once a second administrator agrees, with what is missing by then', async () => {
  const second = await newAdmin(app)
  await spendReturned(debtor.id, 'second')
  const { id, state } = await forgive(randomUUID())
  expect(state).toBe('waiting')
  expect(await told()).toEqual([])
  await spendReturned(debtor.id, 'third')
  await second.call(api.admin.decide, { params: { id }, body: { agree: true } })
  expect(await missing()).toBe(SPENT)
  const mails = await told()
  expect(mails.map(({ subject }) => subject)).toEqual([`${2 * SPENT} spent credits are forgiven`])
  expect(mails[0]!.text).toContain(`${SPENT} credits still count`)
})
