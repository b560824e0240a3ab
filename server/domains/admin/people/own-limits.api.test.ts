import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { hang } from '#tests/support/doubles/scripted-engine.ts'
import { cancel, startGenerationApp, submit } from '#tests/support/generation.ts'
import { upload } from '#tests/support/uploads.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: Awaited<ReturnType<typeof startGenerationApp>>['engine']
let admin: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())

const NONE = { queue: null, running: null, storage_mb: null, calls_per_minute: null }
const REASON = 'Many failed jobs'

const set = (
  { id }: TestPerson,
  limits: Partial<Record<keyof typeof NONE, number>>,
  insteadOf: string | null = null,
) =>
  admin.call(api.ownLimits.set, {
    params: { id },
    body: { ...NONE, ...limits, reason: REASON, instead_of: insteadOf },
  })
/** A photo of noise, which no format makes small. */
const noise = (edge: number): Promise<Buffer> =>
  sharp(randomBytes(edge * edge * 3), { raw: { width: edge, height: edge, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
const remove = ({ id }: TestPerson) => admin.call(api.ownLimits.remove, { params: { id } })

it('holds in the place of the limits of the plan, says why, and is taken back by one press', async () => {
  engine.script = hang
  const person = await newPerson(app)
  const read = () => admin.call(api.adminPeople.read, { params: { id: person.id } })
  expect(await read()).toMatchObject({ own_limits: null, usual_limits: { queue: 2, running: 1 } })

  const own = await set(person, { queue: 3, running: 2 })
  expect(own).toMatchObject({ user: person.id, queue: 3, running: 2, storage_mb: null })
  const jobs = [await submit(person), await submit(person), await submit(person)]
  await expect(submit(person)).rejects.toMatchObject({
    status: 429,
    code: 'queue_full',
    body: {
      detail: `Your queue is full: 3 jobs are waiting or running. Our team set this limit for you (${REASON}).`,
    },
  })
  const { rows } = await app.db.pool.query<{ running_limit: number }>(
    'select running_limit from inference_jobs where id = $1',
    [jobs[2]!.id],
  )
  expect(rows).toEqual([{ running_limit: 2 }])
  expect((await person.call(api.users.me, {})).own_limits).toMatchObject({
    queue: 3,
    reason: REASON,
  })

  await remove(person)
  await expect(submit(person)).rejects.toMatchObject({
    body: { detail: 'Your queue is full: 2 jobs are waiting or running.' },
  })
  await expect(remove(person)).rejects.toMatchObject({ code: 'conflict' })
  const { results } = await admin.call(api.admin.audit, { query: { user: person.id } })
  expect(results.map(({ action, reason }) => [action, reason])).toEqual([
    ['own_limits_removed', null],
    ['own_limits_set', REASON],
  ])
  for (const job of jobs) await cancel(person, job)
})

it('refuses uploads beyond the megabytes that a person may have', async () => {
  const person = await newPerson(app)
  const photo = await noise(1300)
  await set(person, { storage_mb: 1 })
  await expect(upload(person, photo)).rejects.toMatchObject({
    code: 'storage_full',
    body: { detail: expect.stringContaining(`that our team set for you (${REASON})`) },
  })
  const { storage } = await person.call(api.uploadedImages.list, { query: {} })
  expect(storage.limit_bytes).toBe(1024 ** 2)
  await remove(person)
  await upload(person, photo)
})

it('counts the calls of one person alone', async () => {
  const person = await newPerson(app)
  await set(person, { calls_per_minute: 10 })
  const calls = await Promise.allSettled(
    Array.from({ length: 12 }, () => person.call(api.users.me, {})),
  )
  const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({
    status: 429,
    code: 'throttled',
    body: { detail: `Our team allows your account 10 requests a minute (${REASON}).` },
  })
  await remove(person)
  await person.call(api.users.me, {})
})

it('counts no calls of an administrator who views the site as that person, nor of colleagues', async () => {
  const person = await newPerson(app)
  await set(person, { calls_per_minute: 10 })
  const { key } = await admin.call(api.adminViews.open, {
    params: { id: person.id },
    body: { reason: 'A ticket about limits' },
  })
  const view = app.as(key)
  for (let i = 0; i < 12; i++) await view(api.users.me, {})
  for (let i = 0; i < 10; i++) await person.call(api.users.me, {})
  await expect(person.call(api.users.me, {})).rejects.toMatchObject({ code: 'throttled' })
  await app.context.accounts.setUser({ email: person.email, staff: true })
  for (let i = 0; i < 12; i++) await person.call(api.users.me, {})
})

it('sets what was read, at least one limit, and none of colleagues', async () => {
  const person = await newPerson(app)
  const { changed_at: first } = await set(person, { queue: 1 })
  await expect(set(person, { queue: 5 })).rejects.toMatchObject({ code: 'conflict' })
  const both = await Promise.allSettled([
    set(person, { queue: 5 }, first),
    set(person, { queue: 6 }, first),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(set(await newPerson(app), {})).rejects.toMatchObject({ status: 400 })
  await expect(set(admin, { queue: 5 })).rejects.toMatchObject({ code: 'permission_denied' })
  await expect(set({ ...person, id: 'nobody' }, { queue: 5 })).rejects.toMatchObject({
    status: 404,
  })
})
