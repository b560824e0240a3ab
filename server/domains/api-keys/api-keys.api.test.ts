import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { ApiKeyRequest } from '#contract/api-keys.ts'
import { KEY_LIMITS } from '#contract/values/api-keys.ts'
import { api } from '#contract/index.ts'
import { API_KEY } from '#tests/support/bodies.ts'
import { finishAll, hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  cancel,
  expectCleanBooks,
  SMALL,
  startGenerationApp,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())

type Body = Partial<z.input<typeof ApiKeyRequest>>
const makeKey = (person: TestPerson, body: Body = {}) =>
  person.call(api.apiKeys.create, { body: { ...API_KEY, ...body } })
/** Calls by a new key, which is answered too. */
async function withKey(person: TestPerson, body: Body = {}) {
  const made = await makeKey(person, body)
  const headers = { authorization: `Bearer ${made.key}` }
  const order = (request: object = {}) =>
    app.call(api.inferenceJobs.create, { body: { ...SMALL, ...request } }, { headers })
  return { made, headers, order }
}
const listOf = async (person: TestPerson) => (await person.call(api.apiKeys.list, {})).results

test('a key is shown once and stored nowhere; it orders, is listed with its calls, and is revoked at once', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const { made, order, headers } = await withKey(person)
  expect(made.key).toMatch(/^sk-atl-[\w-]{43}$/)
  expect(made.key.startsWith(made.prefix)).toBe(true)
  expect(made).toMatchObject({ calls_per_minute: 60, images_at_once: 4, daily_credits: null })
  const { rows } = await sql<{ row: string }>`select k::text as row from api_keys k`.execute(
    app.db.kysely,
  )
  expect(rows.some(({ row }) => row.includes(made.key))).toBe(false)

  const job = await waitForEnd(person, await order())
  expect(job.status).toBe('S')
  await expect(app.call(api.users.me, {}, { headers })).rejects.toMatchObject({
    status: 403,
    code: 'permission_denied',
  })
  const params = { id: made.id }
  const calls = async () => (await person.call(api.apiKeys.calls, { params })).results
  await expect.poll(calls).toMatchObject([
    { method: 'GET', path: '/api/users/me/', status: 403 },
    { method: 'POST', path: '/api/inference_jobs/', status: 201 },
  ])
  const [listed] = await listOf(person)
  expect(listed).toMatchObject({ id: made.id, prefix: made.prefix, spent_today: 1 })
  expect(listed).not.toHaveProperty('key')
  expect(listed!.last_used_at).not.toBeNull()

  expect(await listOf(other)).toEqual([])
  for (const ask of [
    () => other.call(api.apiKeys.calls, { params }),
    () => other.call(api.apiKeys.revoke, { params }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 404 })
  await person.call(api.apiKeys.revoke, { params })
  await expect(order()).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  expect(await listOf(person)).toEqual([])
})

test('a key of many calls keeps the latest', async () => {
  const person = await newPerson(app)
  const { made, headers } = await withKey(person, { scopes: ['account'] })
  await sql`
    insert into api_key_calls (key_id, method, path, status)
    select ${made.id}, 'GET', '/api/' || n || '/', 200 from generate_series(1, 150) n`.execute(
    app.db.kysely,
  )
  await app.call(api.users.me, {}, { headers })
  const calls = async () =>
    (await person.call(api.apiKeys.calls, { params: { id: made.id } })).results
  await expect.poll(async () => (await calls())[0]!.path).toBe('/api/users/me/')
  const kept = await calls()
  expect(kept).toHaveLength(KEY_LIMITS.calls)
  expect(kept.at(-1)!.path).toBe('/api/52/')
})

test('its credits a day are the most that its orders may cost', async () => {
  const person = await newPerson(app)
  const { order, made } = await withKey(person, { daily_credits: 2 })
  await waitForEnd(person, await order())
  await expect(order({ num_images: 2 })).rejects.toMatchObject({
    status: 402,
    code: 'not_enough_credits',
    body: { missing: 1 },
  })
  await waitForEnd(person, await order())
  await expect(order()).rejects.toMatchObject({ status: 402 })
  expect((await listOf(person))[0]).toMatchObject({ id: made.id, spent_today: 2 })
  // The person's own orders are not the key's.
  await person.call(api.inferenceJobs.create, { body: SMALL })
  // A day later they may be spent again.
  await sql`update credit_holds set created_at = created_at - interval '1 day' where user_id = ${person.id}`.execute(
    app.db.kysely,
  )
  await waitForEnd(person, await order())
  await expectCleanBooks(app)
})

test('of two orders at once that together are too much one is refused, and nothing is held for it', async () => {
  const person = await newPerson(app, { plan: 'pro', credits: 1000 })
  const { order } = await withKey(person, { daily_credits: 3 })
  const ends = await Promise.allSettled([1, 2, 3].map(() => order({ num_images: 2 })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const end of ends) if (end.status === 'fulfilled') await waitForEnd(person, end.value)
  await expectCleanBooks(app)
})

test('it may make so many images at once', async () => {
  const person = await newPerson(app, { plan: 'pro', credits: 1000 })
  const { order, headers } = await withKey(person, { images_at_once: 2 })
  const never = {
    status: 400,
    body: { num_images: ['This API key may make 2 images at once.'] },
  }
  await expect(order({ num_images: 3 })).rejects.toMatchObject(never)
  const jobs = [1, 2, 3].map(() => ({ ...SMALL, type: 'TTI' as const }))
  const batch = app.call(api.inferenceJobs.createBatch, { body: { jobs } }, { headers })
  await expect(batch).rejects.toMatchObject(never)
  engine.script = hang
  const making = await order({ num_images: 2 })
  await expect(order()).rejects.toMatchObject({
    status: 429,
    code: 'throttled',
    retryAfterSeconds: 5,
  })
  await cancel(person, making)
  engine.script = finishAll
  await waitForEnd(person, await order({ num_images: 2 }))
})

test('it may make so many calls a minute', async () => {
  const person = await newPerson(app)
  const { headers } = await withKey(person, {
    scopes: ['account'],
    calls_per_minute: 2,
  })
  const ask = () => app.call(api.users.me, {}, { headers })
  await ask()
  await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429, code: 'throttled' })
})

test('there are no more than the limit, of several at once for the last place one, and none without an address', async () => {
  const person = await newPerson(app)
  await sql`
    insert into api_keys (user_id, name, prefix, key_hash, scopes, calls_per_minute, images_at_once)
    select ${person.id}, 'k' || n, 'sk-atl-', sha256(('k' || n || ${person.id}::text)::bytea), array['read'], 60, 4
    from generate_series(1, ${KEY_LIMITS.keys - 1}::integer) n`.execute(app.db.kysely)
  const tries = await Promise.allSettled([1, 2, 3].map(() => makeKey(person)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(makeKey(person)).rejects.toMatchObject({ status: 409 })
  const unverified = await newPerson(app, { verified: false })
  await expect(makeKey(unverified)).rejects.toMatchObject({ code: 'email_not_verified' })
})

test('the key of somebody banned or gone is refused, and streams of events are for sessions', async () => {
  const person = await newPerson(app)
  const { made, headers } = await withKey(person, { scopes: ['account'] })
  const { status } = await rawRequest(app, '/api/events/', { method: 'GET', headers })
  expect(status).toBe(403)
  await sql`update users set banned_at = now() where id = ${person.id}`.execute(app.db.kysely)
  await expect(app.call(api.users.me, {}, { headers })).rejects.toMatchObject({
    code: 'account_banned',
  })
  await sql`update users set banned_at = null, closing_at = now() where id = ${person.id}`.execute(
    app.db.kysely,
  )
  await expect(app.call(api.users.me, {}, { headers })).rejects.toMatchObject({ status: 401 })
  expect(made.scopes).toEqual(['account'])
})
