import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

const find = async (search: string) =>
  (await admin.call(api.adminPeople.list, { query: { search } })).results.map(({ id }) => id)
const recordOf = ({ id }: Pick<TestPerson, 'id'>) =>
  admin.call(api.adminPersonRecord.read, { params: { id } })
const note = ({ id }: Pick<TestPerson, 'id'>, text: string) =>
  admin.call(api.adminPersonRecord.note, { params: { id }, body: { text } })

/** Writes a paid invoice of a person's. @returns its id */
const pay = async ({ id }: TestPerson, number: string) =>
  (
    await app.db.kysely
      .insertInto('payments')
      .values({
        user_id: id,
        provider: 'test',
        external_id: `in_${number}`,
        kind: 'pack',
        reason: 'pack',
        credits: 1000,
        amount: 999,
        currency: 'usd',
        status: 'paid',
        number,
        dispute_id: null,
        dispute_status: null,
        created_at: new Date(),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

test('a person is found by email, name, invoice, payment, job and image, and nobody else is', async () => {
  const [ada, other] = [await newPerson(app), await newPerson(app)]
  const name = `Zed${randomUUID().slice(0, 8)}`
  const changed = { last_name: name, reason: 'Married' }
  await admin.call(api.adminPeople.change, { params: { id: ada.id }, body: changed })
  const job = await waitForEnd(ada, await submit(ada))
  const number = `INV-${randomUUID()}`
  const payment = await pay(ada, number)
  const searches = [ada.id, ada.email, `Ada ${name}`, job.id, job.images[0]!.id, payment, number]
  for (const search of searches) expect([search, await find(search)]).toEqual([search, [ada.id]])
  expect(await find(other.id)).toEqual([other.id])
  expect(await find(randomUUID())).toEqual([])
})

test('one page tells all that is kept about a person, and of nobody else', async () => {
  const [ada, eve] = [await newPerson(app), await newPerson(app)]
  const job = await waitForEnd(ada, await submit(ada))
  await waitForEnd(eve, await submit(eve))
  const payment = await pay(ada, randomUUID())
  const record = await recordOf(ada)
  expect(record.jobs.map(({ id }) => id)).toEqual([job.id])
  expect(record.payments.map(({ id }) => id)).toEqual([payment])
  expect(record.lots.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(
    (await ada.call(api.users.me, {})).credits,
  )
  expect(record).toMatchObject({ consents: [{ kind: 'faces' }], notes: [] })
  expect(record.sessions).toHaveLength(1)
  expect(record.statement[0]).toMatchObject({ job: job.id })
  await expect(recordOf({ id: 'none' })).rejects.toMatchObject({ status: 404 })
  await expect(recordOf({ id: randomUUID() })).rejects.toMatchObject({ status: 404 })
})

test('tickets of one person are listed in every state', async () => {
  const [ada, eve] = [await newPerson(app), await newPerson(app)]
  const body = { subject: 'Help', text: 'Please' }
  const { id: first } = await ada.call(api.support.create, { body })
  const { id: second } = await ada.call(api.support.create, { body })
  await eve.call(api.support.create, { body })
  await admin.call(api.adminTickets.close, { params: { id: first }, body: {} })
  const list = (user: string) => admin.call(api.adminTickets.list, { query: { user } })
  expect((await list(ada.id)).results.map(({ id }) => id)).toEqual([second, first])
  expect((await list('none')).results).toEqual([])
})

test('notes are for the team, in the copy of the person’s data, and go with the account', async () => {
  const ada = await newPerson(app)
  await note(ada, 'Called about an invoice')
  expect((await recordOf(ada)).notes).toMatchObject([
    { author: admin.email, text: 'Called about an invoice' },
  ])
  const { notes } = await ada.call(api.account.export, {})
  expect(notes).toEqual([{ text: 'Called about an invoice', created_at: expect.any(String) }])
  await ada.call(api.account.remove, { body: { password: PASSWORD } })
  await app.context.privacy.sweep()
  const left = () =>
    app.db.kysely.selectFrom('person_notes').select('id').where('user_id', '=', ada.id).execute()
  await expect.poll(left).toEqual([])
  await expect(note(ada, 'Late')).rejects.toMatchObject({ status: 404 })
})

test('the log is narrowed to an act, and to whom it was done by or to', async () => {
  const [ada, eve] = [await newPerson(app), await newPerson(app)]
  const adjust = ({ id }: TestPerson) =>
    admin.call(api.admin.adjust, {
      params: { id },
      body: { key: randomUUID(), amount: 5, reason: 'A lost image' },
    })
  await adjust(ada)
  await adjust(eve)
  await admin.call(api.adminPeople.ban, { params: { id: eve.id }, body: { reason: 'Spam' } })
  const log = async (query: { search?: string; action?: string }) =>
    (await admin.call(api.admin.audit, { query })).results.map(
      ({ action, actor, email }) => `${actor} ${action} ${email}`,
    )
  expect(await log({ search: ada.email })).toEqual([`${admin.email} adjustment_done ${ada.email}`])
  expect(await log({ search: eve.email, action: 'person_banned' })).toEqual([
    `${admin.email} person_banned ${eve.email}`,
  ])
  expect((await log({ search: admin.email, action: 'adjustment_done' })).length).toBe(2)
})
