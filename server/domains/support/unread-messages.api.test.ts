import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const { support, adminTickets } = api
const unread = { status: 409, code: 'conflict' }

let app: TestApp
let staff: TestPerson
let colleague: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  staff = await newPerson(app)
  colleague = await newPerson(app)
  for (const { email } of [staff, colleague])
    await app.context.accounts.setUser({ email, staff: true })
})
afterAll(() => app.dispose())

const credits = async (person: TestPerson) => (await person.call(api.users.me, {})).credits

async function openTicket() {
  const ada = await newPerson(app, { credits: 10 })
  const body = { subject: 'A broken image', text: 'It shows three hands.' }
  const { id, messages } = await ada.call(support.create, { body })
  return { ada, params: { id }, seen: messages.at(-1)!.id }
}

test('of two colleagues who answer at once, the second reads the first answer before credits are given', async () => {
  const { ada, params, seen } = await openTicket()
  const body = { text: 'We are sorry.', credits: 4, close: true, seen }
  const both = [
    { by: staff, key: randomUUID() },
    { by: colleague, key: randomUUID() },
  ]
  const send = ({ by, key }: (typeof both)[number]) =>
    by.call(adminTickets.answer, { params, body: { ...body, key } })
  const ends = await Promise.allSettled(both.map(send))
  const refused = ends.findIndex(({ status }) => status === 'rejected')
  expect(ends[refused]).toMatchObject({ reason: unread })
  expect(ends[1 - refused]).toMatchObject({ status: 'fulfilled' })
  expect(await credits(ada)).toBe(14)
  // After a lost answer they press again, and are answered as before.
  expect(await send(both[1 - refused]!)).toMatchObject({ state: 'closed', credits: 14 })
  await expect(send(both[refused]!)).rejects.toMatchObject(unread)
  const { messages } = await staff.call(adminTickets.read, { params })
  expect(messages).toHaveLength(2)
})

test('a ticket is neither answered nor closed over a message that the colleague has not read', async () => {
  const { ada, params, seen } = await openTicket()
  const { messages } = await ada.call(support.write, { params, body: { text: 'And another.' } })
  const close = (newest: string) =>
    staff.call(adminTickets.close, { params, body: { seen: newest } })
  const answer = (newest: string) =>
    staff.call(adminTickets.answer, { params, body: { text: 'Sorry.', seen: newest } })
  await expect(close(seen)).rejects.toMatchObject(unread)
  await expect(answer(seen)).rejects.toMatchObject(unread)
  expect(await staff.call(adminTickets.read, { params })).toMatchObject({ state: 'open' })
  const answered = await answer(messages.at(-1)!.id)
  expect(answered).toMatchObject({ state: 'answered' })
  expect(await close(answered.messages.at(-1)!.id)).toMatchObject({ state: 'closed' })
})
