import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { transact } from '#server/platform/db/index.ts'
import { fail, finishAll, finishFirst, hang } from '#tests/support/doubles/scripted-engine.ts'
import {
  cancel,
  leaveFreePictures,
  readJob,
  SMALL,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

type Started = Awaited<ReturnType<typeof startGenerationApp>>
let app: TestApp
let engine: Started['engine']
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())

let person: TestPerson
beforeEach(async () => {
  engine.script = finishAll
  person = await newPerson(app, { credits: 20, bonus: 20 })
})

const make = async (count: number): Promise<Job> =>
  waitForEnd(person, await submit(person, { num_images: count }))
const marks = ({ images }: Job) => images.map(({ marked }) => marked)
const quoted = async (count: number) =>
  (await person.call(api.quotes.create, { body: { ...SMALL, num_images: count } })).marked

test('the first pictures of a month have no watermark, bonus credits or not; later ones do', async () => {
  expect(marks(await make(4))).toEqual([false, false, false, false])
  await leaveFreePictures(app, person, 1)
  // Four were made before: those count, too.
  expect(await quoted(2)).toBe(2)
  await app.db.pool.query('update inference_jobs set free_pictures = 35 where free_pictures = 39')
  expect(await quoted(2)).toBe(1)
  const job = await make(2)
  expect(marks(job)).toEqual([false, true])
  const folder = join(app.config.dataDir, 'media', 'pictures', person.id, job.id)
  expect(readdirSync(folder).toSorted()).toEqual(['0-1.png', '1-1-marked.png', '1-1.png'])
  expect(job.images[1]!.url).toContain('1-1-marked.png')
  expect(marks(await make(1))).toEqual([true])
})

test('the clean original is served once the owner pays, and never before', async () => {
  await leaveFreePictures(app, person, 0)
  const job = await make(1)
  const { library, billing } = app.context
  const key = `pictures/${person.id}/${job.id}/0-1`
  const params = { id: job.images[0]!.id }
  await person.call(api.predictionImages.update, { params, body: { is_public: true } })
  const { rows } = await app.db.pool.query<{ id: string }>(
    'select publication_id as id from prediction_images where job_id = $1',
    [job.id],
  )
  const shownKey = async () => (await library.findPublished(rows[0]!.id))?.imageKey
  expect(await shownKey()).toBe(`${key}-marked.png`)
  await transact(app.db, (tx) =>
    billing.grantComplimentaryPlan(tx, { userId: person.id, plan: 'basic', period: 'monthly' }),
  )
  expect(await shownKey()).toBe(`${key}.png`)
  const paid = await readJob(person, job)
  expect(paid.images[0]).toMatchObject({ marked: false, url: expect.stringContaining('0-1.png') })
  expect(await quoted(4)).toBe(0)
})

test('who pays between the order and the picture gets it clean', async () => {
  await leaveFreePictures(app, person, 0)
  const gate = Promise.withResolvers<void>()
  engine.script = async (work) => {
    await gate.promise
    await finishAll(work)
  }
  const job = await submit(person)
  await transact(app.db, (tx) =>
    app.context.billing.grantComplimentaryPlan(tx, {
      userId: person.id,
      plan: 'basic',
      period: 'monthly',
    }),
  )
  gate.resolve()
  expect(marks(await waitForEnd(person, job))).toEqual([false])
})

test('a waiting job keeps its places; what is not delivered gives them back', async () => {
  await leaveFreePictures(app, person, 3)
  engine.script = hang
  const job = await submit(person, { num_images: 2 })
  expect(await quoted(3)).toBe(2)
  await cancel(person, job)
  await waitForEnd(person, job)
  expect(await quoted(3)).toBe(0)

  engine.script = finishFirst(1, fail(false))
  expect((await make(3)).images).toHaveLength(1)
  expect(await quoted(3)).toBe(1)
})

test('two orders at once do not get the same place', async () => {
  await leaveFreePictures(app, person, 3)
  const jobs = await Promise.all([
    submit(person, { num_images: 2 }),
    submit(person, { num_images: 2 }),
  ])
  const ended = await Promise.all(jobs.map((job) => waitForEnd(person, job)))
  expect(ended.flatMap(marks).filter(Boolean)).toHaveLength(1)
  expect(await quoted(1)).toBe(1)
})

test('the next calendar month starts over', async () => {
  await leaveFreePictures(app, person, 0)
  expect(await quoted(1)).toBe(1)
  await sql`update clock_offset set amount = interval '32 days'`.execute(app.db.kysely)
  try {
    expect(await quoted(1)).toBe(0)
    expect(marks(await make(1))).toEqual([false])
  } finally {
    await sql`update clock_offset set amount = interval '0'`.execute(app.db.kysely)
  }
})
