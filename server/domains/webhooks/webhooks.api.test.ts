import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { WEBHOOK_EVENTS, WEBHOOK_LIMITS } from '#contract/values/webhooks.ts'
import {
  expectedSignature,
  startReceiver,
  type WebhookReceiver,
} from '#tests/support/doubles/webhook-receiver.ts'
import {
  cancel,
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let receiver: WebhookReceiver
/** A server that the operator lists for nobody. */
let other: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  ;({ app } = await startGenerationApp({}, { env: { WEBHOOK_HOSTS: receiver.host } }))
})
afterAll(async () => {
  await app.dispose()
  await receiver.close()
  await other.close()
})
// What a test left waiting would take the answers of the next.
beforeEach(async () => {
  await sql`delete from webhook_endpoints`.execute(app.db.kysely)
  for (const { messages, answers } of [receiver, other]) {
    messages.length = 0
    answers.length = 0
  }
})

const add = (
  person: TestPerson,
  { url = `${receiver.url}/hook`, events = ['job.ended'] as WebhookEvent[] } = {},
) => person.call(api.webhookEndpoints.create, { body: { url, events } })
const logOf = async (person: TestPerson, { id }: { id: string }) =>
  (await person.call(api.webhookEndpoints.deliveries, { params: { id } })).results
const listOf = async (person: TestPerson) =>
  (await person.call(api.webhookEndpoints.list, {})).results

/** Has the time of the next attempt come. */
async function passTime(): Promise<void> {
  await sql`update webhook_deliveries set next_at = now() - interval '1 minute' where state = 'pending'`.execute(
    app.db.kysely,
  )
  await app.context.webhooks.sweep()
}

test('a receiver that fails twice gets the message the third time, signed, and every time the same', async () => {
  const person = await newPerson(app)
  const endpoint = await add(person)
  receiver.answers.push(500, 'never')
  // The second attempt is left without an answer until the connection is cut.
  receiver.answers[1] = (response) => response.destroy()
  const job = await waitForEnd(person, await submit(person))
  for (const count of [1, 2]) {
    await expect.poll(() => receiver.messages.length).toBe(count)
    await expect
      .poll(async () => (await logOf(person, endpoint))[0])
      .toMatchObject({
        state: 'pending',
        attempts: count,
        status: count === 1 ? 500 : null,
        error: count === 1 ? null : 'unreachable',
      })
    await passTime()
  }
  await expect.poll(() => receiver.messages.length).toBe(3)
  const [first, ...rest] = receiver.messages
  for (const message of receiver.messages) {
    expect(message.signatures).toEqual([expectedSignature(message, endpoint.secret)])
    expect(Math.abs(Number(message.timestamp) - Date.now() / 1000)).toBeLessThan(60)
  }
  for (const { id, body } of rest) expect([id, body]).toEqual([first!.id, first!.body])
  expect(first!.path).toBe('/hook')
  expect(first!.event).toMatchObject({
    type: 'job.ended',
    data: { id: job.id, status: 'S', images: [{ id: job.images[0]!.id }] },
  })
  await expect
    .poll(async () => logOf(person, endpoint))
    .toMatchObject([
      {
        webhook_id: first!.id,
        subject: job.id,
        state: 'delivered',
        attempts: 3,
        status: 204,
        next_attempt_at: null,
      },
    ])
  expect((await listOf(person))[0]!.failing_since).toBeNull()
})

test('each end is told once and only to its owner, whatever it ends with', async () => {
  const person = await newPerson(app)
  const stranger = await newPerson(app)
  await add(person)
  await add(person, { events: ['run.ended', 'training.ended', 'video.ended'] })
  await add(stranger)
  const cancelled = await submit(person, { num_images: 4 })
  await cancel(person, cancelled)
  await waitForEnd(person, cancelled)
  await expect.poll(() => receiver.messages.length).toBe(1)
  await app.context.webhooks.sweep()
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhook_deliveries where subject_id = ${cancelled.id}`.execute(
    app.db.kysely,
  )
  expect(rows).toEqual([{ count: 1 }])
  await expectCleanBooks(app)
})

test('a message that is sent again has the same webhook-id, and is nobody else’s to send', async () => {
  const person = await newPerson(app)
  const stranger = await newPerson(app)
  const endpoint = await add(person)
  await waitForEnd(person, await submit(person))
  await expect.poll(() => receiver.messages.length).toBe(1)
  await expect.poll(async () => (await logOf(person, endpoint))[0]!.state).toBe('delivered')
  const [{ id: delivery } = { id: '' }] = await logOf(person, endpoint)
  const again = { params: { id: endpoint.id, delivery } }
  await expect(stranger.call(api.webhookEndpoints.resend, again)).rejects.toMatchObject({
    status: 404,
  })
  expect(await person.call(api.webhookEndpoints.resend, again)).toMatchObject({ state: 'pending' })
  await expect.poll(() => receiver.messages.length).toBe(2)
  const [first, second] = receiver.messages
  expect([second!.id, second!.body]).toEqual([first!.id, first!.body])
})

test('a redirect is not followed, and addresses that are not public are never called', async () => {
  const person = await newPerson(app)
  const endpoint = await add(person)
  receiver.answers.push((response) => response.writeHead(307, { location: other.url }).end())
  const inside = await add(person, { url: `${other.url}/inside` })
  await waitForEnd(person, await submit(person))
  await expect
    .poll(async () => (await logOf(person, endpoint))[0])
    .toMatchObject({ state: 'pending', attempts: 1, status: 307 })
  await expect
    .poll(async () => (await logOf(person, inside))[0])
    .toMatchObject({ attempts: 1, status: null, error: 'refused_address' })
  expect(other.messages).toEqual([])
})

test('after a day of failures an endpoint is switched off with an email, and is switched on again by its owner', async () => {
  const person = await newPerson(app)
  const endpoint = await add(person)
  receiver.answers.push(500, 500)
  await waitForEnd(person, await submit(person))
  await expect.poll(async () => (await listOf(person))[0]!.failing_since).not.toBeNull()
  const asOf = (hours: number) =>
    sql`update webhook_endpoints set failing_since = now() - make_interval(hours => ${hours})
      where id = ${endpoint.id}`.execute(app.db.kysely)
  await asOf(23)
  await passTime()
  await expect.poll(async () => (await logOf(person, endpoint))[0]!.attempts).toBe(2)
  expect((await listOf(person))[0]!.disabled_at).toBeNull()
  receiver.answers.push(503)
  await asOf(24)
  await passTime()
  await expect.poll(async () => (await listOf(person))[0]!.disabled_at).not.toBeNull()
  const [delivery] = await logOf(person, endpoint)
  expect(delivery).toMatchObject({ state: 'failed', attempts: 3, next_attempt_at: null })
  const [mail] = await mailsTo(app, person.email)
  expect(mail).toMatchObject({ subject: 'A webhook was switched off' })
  expect(mail!.text).toContain(receiver.host)
  expect(mail!.links[0]).toMatch(/\/user\/api$/)

  await waitForEnd(person, await submit(person))
  expect(await logOf(person, endpoint)).toHaveLength(1)
  const again = { params: { id: endpoint.id, delivery: delivery!.id } }
  await expect(person.call(api.webhookEndpoints.resend, again)).rejects.toMatchObject({
    status: 409,
  })
  const params = { id: endpoint.id }
  expect(await person.call(api.webhookEndpoints.enable, { params })).toMatchObject({
    disabled_at: null,
    failing_since: null,
  })
  await person.call(api.webhookEndpoints.resend, again)
  await expect.poll(async () => (await logOf(person, endpoint))[0]!.state).toBe('delivered')
})

test('its attempts go on for a day, and then no more', async () => {
  const person = await newPerson(app)
  const endpoint = await add(person)
  receiver.answers.push(...Array.from({ length: 11 }, () => 500))
  await waitForEnd(person, await submit(person))
  let waited = 0
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await expect
      .poll(async () => (await logOf(person, endpoint))[0])
      .toMatchObject({ attempts: attempt, status: 500 })
    const [now] = await logOf(person, endpoint)
    waited += (Date.parse(now!.next_attempt_at!) - Date.parse(now!.last_attempt_at!)) / 1000
    await passTime()
  }
  await expect.poll(async () => (await logOf(person, endpoint))[0]!.state).toBe('failed')
  expect(Math.round(waited / 3600)).toBe(24)
  expect((await logOf(person, endpoint))[0]!.attempts).toBe(11)
})

test('for a day a new secret signs beside the old one; both are stored sealed', async () => {
  const person = await newPerson(app)
  const endpoint = await add(person)
  const { secret } = await person.call(api.webhookEndpoints.rotate, {
    params: { id: endpoint.id },
  })
  const job = await waitForEnd(person, await submit(person))
  await expect.poll(() => receiver.messages.length).toBe(1)
  const [message] = receiver.messages
  expect(message!.event.data['id']).toBe(job.id)
  const expected = [secret, endpoint.secret].map((one) => expectedSignature(message!, one))
  expect(message!.signatures).toEqual(expected)
  const { rows } = await sql<{ row: string }>`
    select encode(secret, 'escape') || encode(old_secret, 'escape') as row from webhook_endpoints
    where id = ${endpoint.id}`.execute(app.db.kysely)
  for (const one of [secret, endpoint.secret]) expect(rows[0]!.row).not.toContain(one)
  await sql`update webhook_endpoints set old_secret_until = now() where id = ${endpoint.id}`.execute(
    app.db.kysely,
  )
  await waitForEnd(person, await submit(person))
  await expect.poll(() => receiver.messages.length).toBe(2)
  expect(receiver.messages[1]!.signatures).toEqual([
    expectedSignature(receiver.messages[1]!, secret),
  ])
})

test('there are ten at most, of several at once for the last place one, and only with a confirmed address', async () => {
  const person = await newPerson(app)
  for (let count = 1; count < WEBHOOK_LIMITS.endpoints; count += 1) await add(person)
  const tries = await Promise.allSettled([1, 2, 3].map(() => add(person)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(add(person)).rejects.toMatchObject({ status: 409 })
  expect(await listOf(person)).toHaveLength(WEBHOOK_LIMITS.endpoints)
  const [first] = await listOf(person)
  await person.call(api.webhookEndpoints.remove, { params: { id: first!.id } })
  await add(person)
  const unverified = await newPerson(app, { verified: false })
  await expect(add(unverified)).rejects.toMatchObject({ code: 'email_not_verified' })
})

test.each([
  ['ftp://example.com/', ['job.ended'], 'url'],
  ['https://user:word@example.com/', ['job.ended'], 'url'],
  ['example.com', ['job.ended'], 'url'],
  ['https://example.com/', [], 'events'],
  ['https://example.com/', ['job.began'], 'events'],
  ['https://example.com/', ['job.ended', 'job.ended'], 'events'],
])('%s with %j is a 400 on %s', async (url, events, field) => {
  const person = await newPerson(app)
  const work = add(person, { url, events: events as WebhookEvent[] })
  await expect(work).rejects.toMatchObject({ status: 400, body: { [field]: expect.anything() } })
})

test('one that is removed while a job runs keeps nothing from ending', async () => {
  const person = await newPerson(app)
  const endpoints = [await add(person), await add(person, { events: [...WEBHOOK_EVENTS] })]
  const job = await submit(person)
  await Promise.all(
    endpoints.map(({ id }) => person.call(api.webhookEndpoints.remove, { params: { id } })),
  )
  expect((await waitForEnd(person, job)).status).toBe('S')
  expect(await listOf(person)).toEqual([])
})

test('messages are kept for a month', async () => {
  const person = await newPerson(app)
  const endpoint = await add(person)
  await waitForEnd(person, await submit(person))
  await expect.poll(async () => (await logOf(person, endpoint))[0]?.state).toBe('delivered')
  const age = (days: number) =>
    sql`update webhook_deliveries set created_at = now() - make_interval(days => ${days})
      where endpoint_id = ${endpoint.id}`.execute(app.db.kysely)
  await age(29)
  await app.context.webhooks.sweep()
  expect(await logOf(person, endpoint)).toHaveLength(1)
  await age(31)
  await app.context.webhooks.sweep()
  expect(await logOf(person, endpoint)).toEqual([])
})
