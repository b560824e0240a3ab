import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { TICKET_MESSAGES_PER_DAY, TICKETS_PER_DAY } from '#contract/support.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let staff: TestPerson
let colleague: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  staff = await newPerson(app)
  colleague = await newPerson(app)
  for (const { email } of [staff, colleague])
    await app.context.accounts.setUser({ email, staff: true })
})
afterAll(() => app.dispose())

const { support, adminTickets } = api

const open = (person: TestPerson, about: { job?: string; payment?: string } = {}) =>
  person.call(support.create, {
    body: { subject: 'A broken image', text: 'It shows three hands.', ...about },
  })
const read = (person: TestPerson, id: string) => person.call(support.read, { params: { id } })
const asTeam = (id: string) => staff.call(adminTickets.read, { params: { id } })
const answer = (id: string, text: string, close = false) =>
  staff.call(adminTickets.answer, { params: { id }, body: { text, close } })
const compensate = (
  id: string,
  credits: number,
  { key = randomUUID(), by = staff, reason = 'For three hands' } = {},
) => by.call(adminTickets.compensate, { params: { id }, body: { key, credits, reason } })
const mails = async (to: string) =>
  (
    await app.db.kysely
      .selectFrom('inbox_mails')
      .select(['subject', 'body_text as text'])
      .where('recipient', '=', to)
      .orderBy('id')
      .execute()
  ).filter(({ subject }) => subject.startsWith('Re:'))

test('a ticket about a job goes to and fro, and the customer is told by email and in the app', async () => {
  const ada = await newPerson(app)
  const job = await waitForEnd(ada, await submit(ada))
  const { id, ...opened } = await open(ada, { job: job.id })
  expect(opened).toMatchObject({ state: 'open', job: { id: job.id, type: 'TTI' }, payment: null })
  const seen = await asTeam(id)
  expect(seen).toMatchObject({ email: ada.email, plan: 'free', first_answer_hours: null })
  expect(seen.job).toMatchObject({ status: 'S', outputs: 1, credits: 1, error: null })
  expect(seen.statement.some((entry) => entry.job === job.id)).toBe(true)
  expect(seen.waiting_since).not.toBeNull()

  const answered = await answer(id, 'We are sorry.\nPlease try another seed.')
  expect(answered).toMatchObject({
    state: 'answered',
    assigned_to: staff.email,
    waiting_since: null,
    first_answer_hours: expect.any(Number),
    messages: [{ author: ada.email }, { author: staff.email }],
  })
  expect(await mails(ada.email)).toEqual([
    {
      subject: 'Re: A broken image',
      // A line of the answer is a paragraph of the mail.
      text: expect.stringMatching(
        new RegExp(`We are sorry\\.\\n\\nPlease try another seed\\.[^]*/support/${id}`),
      ),
    },
  ])
  const { results } = await ada.call(api.notifications.list, { query: {} })
  expect(results).toMatchObject([{ kind: 'ticket', url: `/support/${id}`, read: false }])

  const body = { text: 'Still three.' }
  const again = await ada.call(support.write, { params: { id }, body })
  expect(again).toMatchObject({ state: 'open' })
  expect(again.messages.map(({ from }) => from)).toEqual(['customer', 'team', 'customer'])
  expect(JSON.stringify(again)).not.toContain(staff.email)
  await answer(id, 'Here you are.', true)
  expect(await read(ada, id)).toMatchObject({ state: 'closed' })
  expect((await ada.call(support.list, { query: {} })).results).toMatchObject([{ id }])
})

test('only one’s own jobs, payments and tickets', async () => {
  const [ada, eve] = [await newPerson(app), await newPerson(app)]
  const job = await submit(ada)
  for (const about of [{ job: job.id }, { job: 'none' }, { payment: randomUUID() }])
    await expect(open(eve, about)).rejects.toMatchObject({ status: 400 })
  const { id } = await open(ada)
  await expect(read(eve, id)).rejects.toMatchObject({ status: 404 })
  const write = { params: { id }, body: { text: 'Me too' } }
  await expect(eve.call(support.write, write)).rejects.toMatchObject({ status: 404 })
  const blank = { params: { id }, body: { text: ' \u200b\u3164' } }
  await expect(ada.call(support.write, blank)).rejects.toMatchObject({ status: 400 })
  await waitForEnd(ada, job)
})

test('tickets of Pro come first, then those that wait longest; a colleague’s is not taken', async () => {
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const pro = await newPerson(app, { plan: 'pro' })
  const ids: string[] = []
  for (const person of [ada, bob, pro]) ids.push((await open(person)).id)
  await sql`update support_tickets set waiting_since = now() - interval '1 day' where id = ${ids[1]}`.execute(
    app.db.kysely,
  )
  const { results, count } = await staff.call(adminTickets.list, { query: {} })
  const order = results.map(({ id }) => id).filter((id) => ids.includes(id))
  expect(order).toEqual([ids[2], ids[1], ids[0]])
  expect(results[0]).toMatchObject({ id: ids[2], is_priority: true })
  expect(count).toBeGreaterThanOrEqual(3)

  const assign = (by: TestPerson, to: 'me' | 'nobody') =>
    by.call(adminTickets.assign, { params: { id: ids[0]! }, body: { to } })
  const outcomes = await Promise.allSettled([assign(staff, 'me'), assign(colleague, 'me')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await assign(staff, 'nobody')
  expect(await assign(colleague, 'me')).toMatchObject({ assigned_to: colleague.email })

  for (const id of ids) await staff.call(adminTickets.close, { params: { id }, body: {} })
  const closed = await staff.call(adminTickets.list, { query: { state: 'closed', limit: '2' } })
  expect(closed.results.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  expect(closed.next).toContain('state=closed')
})

test('hours to the first answer are those of the database', async () => {
  await sql`update support_tickets set first_answered_at = null`.execute(app.db.kysely)
  const ada = await newPerson(app)
  for (const hours of [1, 3, 20]) {
    const { id } = await open(ada)
    await sql`update support_tickets set first_answered_at = created_at + make_interval(hours => ${hours})
      where id = ${id}`.execute(app.db.kysely)
  }
  const { first_answer: first } = await staff.call(adminTickets.list, { query: {} })
  expect(first).toEqual({ median_hours: 3, answered: 3 })
})

test('credits are given back once for a key, pressed five times at once', async () => {
  const ada = await newPerson(app, { credits: 10 })
  const { id } = await open(ada)
  const key = randomUUID()
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => compensate(id, 4, { key })))
  expect(new Set(made.map(({ adjustment }) => adjustment.id)).size).toBe(1)
  const { messages } = await read(ada, id)
  expect(messages.slice(1)).toMatchObject([{ from: 'team', text: 'For three hands', credits: 4 }])
  expect((await ada.call(api.users.me, {})).credits).toBe(14)
  expect(await mails(ada.email)).toMatchObject([{ text: expect.stringContaining('4 credits') }])
  await expect(compensate(id, 5, { key })).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  const { results } = await ada.call(api.credits.statement, { query: {} })
  expect(results[0]).toMatchObject({ kind: 'adjust', amount: 4, text: 'For three hands' })
})

test('an angry email is answered, credited back and closed by one press, with one email', async () => {
  const ada = await newPerson(app, { credits: 10 })
  const { id } = await open(ada)
  const text = 'You are right.\n\nWe gave you the credits back.'
  const body = { text, credits: 4, close: true, key: randomUUID() }
  const send = (change: Partial<typeof body> = {}) =>
    staff.call(adminTickets.answer, { params: { id }, body: { ...body, ...change } })
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send()))
  for (const seen of answers)
    expect(seen).toMatchObject({ state: 'closed', credits: 14, waiting_credits: 0 })
  expect((await read(ada, id)).messages.slice(1)).toMatchObject([
    { from: 'team', text, credits: 4 },
  ])
  expect(await mails(ada.email)).toMatchObject([
    { text: expect.stringMatching(/We gave you 4 credits back\.[^]*You are right\./) as string },
  ])
  const { results } = await ada.call(api.credits.statement, { query: {} })
  expect(results[0]).toMatchObject({
    kind: 'adjust',
    amount: 4,
    text: 'You are right. We gave you the credits back.',
  })
  // The same key with other credits, without, or for what was an answer alone.
  const mismatch = { status: 409, code: 'idempotency_mismatch' }
  await expect(send({ credits: 5 })).rejects.toMatchObject(mismatch)
  const { credits: _, ...without } = body
  await expect(
    staff.call(adminTickets.answer, { params: { id }, body: without }),
  ).rejects.toMatchObject(mismatch)
  const alone = { text: 'One more thing.', close: true, key: randomUUID() }
  await staff.call(adminTickets.answer, { params: { id }, body: alone })
  await expect(send(alone)).rejects.toMatchObject(mismatch)
  const { key: _key, ...keyless } = body
  await expect(
    staff.call(adminTickets.answer, { params: { id }, body: keyless }),
  ).rejects.toMatchObject({ status: 400, body: { key: expect.any(Array) as string[] } })
  expect((await ada.call(api.users.me, {})).credits).toBe(14)
})

test('an answer whose credits wait for a second administrator says nothing of them', async () => {
  const ada = await newPerson(app, { credits: 10 })
  const { id } = await open(ada)
  const credits = app.config.adjustmentLimit + 1
  const text = `We look into it. ${'This takes a while. '.repeat(20)}`
  const body = { text, credits, close: false, key: randomUUID() }
  const send = () => staff.call(adminTickets.answer, { params: { id }, body })
  const [seen] = await Promise.all([send(), send()])
  expect(seen).toMatchObject({ state: 'answered', credits: 10, waiting_credits: credits })
  expect((await read(ada, id)).messages.at(-1)).toMatchObject({ text: text.trim(), credits: null })
  const [mail, ...more] = await mails(ada.email)
  expect(more).toEqual([])
  expect(mail!.text).toContain('We look into it.')
  expect(mail!.text).not.toContain(String(credits))
  const admin = await newAdmin(app)
  const { results } = await admin.call(api.admin.adjustments, { query: { state: 'waiting' } })
  const waiting = results.find(({ reference }) => reference === `ticket:${id}`)
  expect(waiting!.reason).toHaveLength(200)
  await admin.call(api.admin.decide, { params: { id: waiting!.id }, body: { agree: true } })
  expect((await ada.call(api.users.me, {})).credits).toBe(10 + credits)
  expect((await send()).waiting_credits).toBe(0)
  expect((await ada.call(api.users.me, {})).credits).toBe(10 + credits)
  expect(await mails(ada.email)).toHaveLength(1)
  const own = await open(staff)
  const gift = { text: 'To me', credits: 1, close: true, key: randomUUID() }
  await expect(
    staff.call(adminTickets.answer, { params: { id: own.id }, body: gift }),
  ).rejects.toMatchObject({ status: 403 })
  expect(await app.context.credits.reconcile()).toEqual([])
})

test('small sums that add up wait for a second administrator, also at once; nobody pays themselves', async () => {
  const limit = app.config.adjustmentLimit
  const ada = await newPerson(app, { credits: 10 })
  const { id } = await open(ada)
  const half = Math.floor(limit / 2) + 1
  const made = await Promise.all([compensate(id, half), compensate(id, half, { by: colleague })])
  expect(made.map(({ adjustment }) => adjustment.state).toSorted()).toEqual(['done', 'waiting'])
  expect((await ada.call(api.users.me, {})).credits).toBe(10 + half)
  const own = await open(staff)
  await expect(compensate(own.id, 1)).rejects.toMatchObject({ status: 403 })
})

test('a large sum stands in the ticket while it waits, and counts towards the sum', async () => {
  const limit = app.config.adjustmentLimit
  const ada = await newPerson(app)
  const { id } = await open(ada)
  const key = randomUUID()
  const { adjustment, ticket } = await compensate(id, limit + 1, { key })
  expect(adjustment.state).toBe('waiting')
  expect(ticket.waiting_credits).toBe(limit + 1)
  expect((await compensate(id, limit + 1, { key })).ticket.waiting_credits).toBe(limit + 1)
  expect(ticket.credits_at_once).toBe(0)
  const small = await compensate(id, 1, { by: colleague })
  expect(small.adjustment.state).toBe('waiting')
  expect(small.ticket.waiting_credits).toBe(limit + 2)
  const admin = await newAdmin(app)
  for (const one of [adjustment, small.adjustment])
    await admin.call(api.admin.decide, { params: { id: one.id }, body: { agree: false } })
  expect(await asTeam(id)).toMatchObject({ waiting_credits: 0, credits_at_once: limit })
  const last = await compensate(id, 1)
  expect(last.adjustment.state).toBe('done')
  expect(last.ticket.credits_at_once).toBe(limit - 1)
})

test('many tickets of one customer do not pass the sum, also at once', async () => {
  const half = Math.floor(app.config.adjustmentLimit / 2) + 1
  const [ada, bob] = [await newPerson(app), await newPerson(app)]
  const tickets = await Promise.all([open(ada), open(ada), open(ada), open(bob)])
  const [first, second, third, others] = tickets.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ]
  const made = await Promise.all([compensate(first, half), compensate(second, half)])
  expect(made.map(({ adjustment }) => adjustment.state).toSorted()).toEqual(['done', 'waiting'])
  // The sum is each colleague's for each customer, of the last 30 days.
  for (const [id, by] of [
    [third, colleague],
    [others, staff],
  ] as const)
    expect((await compensate(id, half, { by })).adjustment.state).toBe('done')
  await sql`update credit_adjustments set created_at = now() - interval '31 days'
    where user_id = ${ada.id}`.execute(app.db.kysely)
  const { id } = await open(ada)
  expect((await compensate(id, half)).adjustment.state).toBe('done')
})

test('tickets are in the copy of one’s data, and go with the account', async () => {
  const ada = await newPerson(app)
  const { id } = await open(ada)
  await answer(id, 'Hello')
  const { tickets } = await ada.call(api.account.export, {})
  expect(tickets).toMatchObject([{ id, messages: [{ from: 'customer' }, { text: 'Hello' }] }])
  await ada.call(api.account.remove, { body: { password: PASSWORD } })
  const { results } = await staff.call(adminTickets.list, { query: { state: 'answered' } })
  await app.context.privacy.sweep()
  await expect
    .poll(async () => {
      await app.context.privacy.sweep()
      return staff
        .call(adminTickets.read, { params: { id } })
        .catch(({ status }) => status as number)
    })
    .toBe(404)
  expect(results.some((one) => one.id === id)).toBe(true)
})

test('what is sent again with its key is written once, however many at once', async () => {
  const ada = await newPerson(app)
  const content = { subject: 'No answer came', text: 'So I press again.', key: randomUUID() }
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => ada.call(support.create, { body: content })),
  )
  const [{ id }] = opened as [(typeof opened)[number]]
  expect(new Set(opened.map((ticket) => ticket.id))).toEqual(new Set([id]))
  const said = { params: { id }, body: { text: 'And here.', key: randomUUID() } }
  await Promise.all(Array.from({ length: 4 }, () => ada.call(support.write, said)))
  const reply = { params: { id }, body: { text: 'It is mended.', close: true, key: randomUUID() } }
  await Promise.all(Array.from({ length: 4 }, () => staff.call(adminTickets.answer, reply)))
  expect((await read(ada, id)).messages.map(({ text }) => text)).toEqual([
    'So I press again.',
    'And here.',
    'It is mended.',
  ])
  expect(await mails(ada.email)).toHaveLength(1)

  const { id: other } = await open(ada)
  await expect(
    staff.call(adminTickets.answer, { ...reply, params: { id: other } }),
  ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  await expect(ada.call(support.write, { ...said, params: { id: other } })).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
})

test('another text with a key that was used is refused, not lost', async () => {
  const ada = await newPerson(app)
  const mismatch = { status: 409, code: 'idempotency_mismatch' }
  const content = { subject: 'No answer came', text: 'So I press again.', key: randomUUID() }
  const { id } = await ada.call(support.create, { body: content })
  for (const change of [{ text: 'And more.' }, { subject: 'Another' }])
    await expect(
      ada.call(support.create, { body: { ...content, ...change } }),
    ).rejects.toMatchObject(mismatch)
  const [said, reply] = [randomUUID(), randomUUID()]
  const write = (text: string) =>
    ada.call(support.write, { params: { id }, body: { text, key: said } })
  await write('And here.')
  await expect(write('And there.')).rejects.toMatchObject(mismatch)
  const send = (text: string) =>
    staff.call(adminTickets.answer, { params: { id }, body: { text, key: reply } })
  await send('It is mended.')
  await expect(send('It is not.')).rejects.toMatchObject(mismatch)
  expect((await read(ada, id)).messages).toHaveLength(3)
  // Also where credits were given with that key and those words, without an answer.
  const [key, text] = [randomUUID(), 'For three hands']
  const { ticket } = await compensate(id, 4, { key })
  const body = { text, credits: 4, close: true, key }
  const both = staff.call(adminTickets.answer, { params: { id }, body })
  await expect(both).rejects.toMatchObject(mismatch)
  expect(await asTeam(id)).toEqual(ticket)
})

test('a repetition does not count as another ticket or message', async () => {
  const ada = await newPerson(app)
  const content = { subject: 'No answer came', text: 'So I press again.', key: randomUUID() }
  const { id } = await ada.call(support.create, { body: content })
  for (let opened = 1; opened < TICKETS_PER_DAY; opened++) await open(ada)
  expect((await ada.call(support.create, { body: content })).id).toBe(id)
  const another = { ...content, key: randomUUID() }
  await expect(ada.call(support.create, { body: another })).rejects.toMatchObject({ status: 429 })
  const said = { params: { id }, body: { text: 'And here.', key: randomUUID() } }
  for (let sent = 0; sent <= TICKET_MESSAGES_PER_DAY; sent++) await ada.call(support.write, said)
  expect((await read(ada, id)).messages).toHaveLength(2)
})

test('what the team does with a ticket is in the log', async () => {
  const ada = await newPerson(app)
  const { id } = await open(ada)
  const to = (who: 'me' | 'nobody') =>
    staff.call(adminTickets.assign, { params: { id }, body: { to: who } })
  await to('me')
  await to('me')
  await to('nobody')
  await answer(id, 'Please try again.')
  await answer(id, 'Did it help?', true)
  await staff.call(adminTickets.close, { params: { id }, body: {} })
  const rows = await app.db.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'user_id'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual([
    'ticket_taken',
    'ticket_handed_back',
    'ticket_answered',
    'ticket_answered',
    'ticket_closed',
  ])
  expect(rows[0]).toMatchObject({ actor_id: staff.id, user_id: ada.id })
})
