import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import {
  balanceOf,
  expectCleanBooks,
  SMALL,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
})
afterAll(() => app.dispose())

const withKey = (key: string) => ({ 'Idempotency-Key': key })

test('twenty requests with one key at once make one job and one charge', async () => {
  const person = await newPerson(app)
  const jobs = await Promise.all(
    Array.from({ length: 20 }, () => submit(person, { num_images: 2 }, withKey('twenty'))),
  )
  expect(new Set(jobs.map((job) => job.id)).size).toBe(1)
  await waitForEnd(person, jobs[0]!)
  expect(await balanceOf(person)).toEqual({ credits: 98, credits_held: 0 })
  const again = await submit(person, { num_images: 2 }, withKey('twenty'))
  expect(again).toMatchObject({ id: jobs[0]!.id, status: 'S' })
  expect(await balanceOf(person)).toEqual({ credits: 98, credits_held: 0 })
  await expectCleanBooks(app)
})

test('the same key with another body is refused', async () => {
  const person = await newPerson(app)
  await submit(person, {}, withKey('k'))
  const other = submit(person, { prompt: 'a blue fox' }, withKey('k'))
  await expect(other).rejects.toMatchObject({ status: 409, code: 'idempotency_mismatch' })
  expect((await balanceOf(person)).credits).toBe(99)
})

test('equal bodies are equal however they are written', async () => {
  const person = await newPerson(app)
  const one = await submit(person, { seed: 1 }, withKey('k'))
  const same = await person.call(
    api.inferenceJobs.create,
    { body: { steps: 20, seed: 1, sampler: 'Euler a', ...SMALL } },
    { headers: withKey('k') },
  )
  expect(same.id).toBe(one.id)
})

test('keys are per person, and a refused request does not use one up', async () => {
  const [a, b] = [await newPerson(app, { credits: 0 }), await newPerson(app)]
  await expect(submit(a, {}, withKey('shared'))).rejects.toMatchObject({ status: 402 })
  const theirs = await submit(b, {}, withKey('shared'))
  await transact(app.db, async (tx) => {
    const writer = app.context.credits.writer(tx)
    await writer.adjust({ userId: a.id, amount: 5, externalId: 'more', text: 'More' })
  })
  const own = await submit(a, {}, withKey('shared'))
  expect(own.id).not.toBe(theirs.id)
})

test('a repeat answers although the queue is full or the credits are gone', async () => {
  const person = await newPerson(app, { credits: 1 })
  const first = await submit(person, {}, withKey('last credit'))
  expect((await submit(person, {}, withKey('last credit'))).id).toBe(first.id)
})

test('create_or_find finds what has the same parameters and a fixed seed', async () => {
  const person = await newPerson(app)
  const body = { ...SMALL, seed: 5 }
  const find = () => person.call(api.inferenceJobs.createOrFind, { body })
  const found = await Promise.all(Array.from({ length: 5 }, find))
  expect(new Set(found.map((job) => job.id)).size).toBe(1)
  const ended = await waitForEnd(person, found[0]!)
  expect((await find()).id).toBe(ended.id)
  expect((await balanceOf(person)).credits).toBe(99)

  const other = await person.call(api.inferenceJobs.createOrFind, { body: { ...body, seed: 6 } })
  expect(other.id).not.toBe(ended.id)

  await person.call(api.predictionImages.remove, { params: { id: ended.images[0]!.id } })
  const later = await find()
  expect(later.id).not.toBe(ended.id)
})

test('create_or_find never finds a random seed or the job of somebody else', async () => {
  const [a, b] = [await newPerson(app), await newPerson(app)]
  const find = (person: typeof a, seed: number | null) =>
    person.call(api.inferenceJobs.createOrFind, { body: { ...SMALL, seed } })
  expect((await find(a, null)).id).not.toBe((await find(a, null)).id)
  await expect
    .poll(async () => (await a.call(api.inferenceJobs.running, { query: {} })).count)
    .toBe(0)
  expect((await find(a, 9)).id).not.toBe((await find(b, 9)).id)
})

test('a full disk is a 503 with Retry-After, and nothing is charged', async () => {
  const person = await newPerson(app)
  await sql`create function fill_disk() returns trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
    app.db.kysely,
  )
  await sql`create trigger full_disk before insert on inference_jobs
    for each row execute function fill_disk()`.execute(app.db.kysely)
  const refused = await submit(person, {}, withKey('full')).catch((error: unknown) => error)
  await sql`drop trigger full_disk on inference_jobs`.execute(app.db.kysely)
  expect(refused).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 60 })
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
  await waitForEnd(person, await submit(person, {}, withKey('full')))
  expect((await balanceOf(person)).credits).toBe(99)
})
