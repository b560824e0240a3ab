import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import { api } from '#contract/index.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import {
  fail,
  finishAll,
  hang,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  leaveFreePictures,
  SMALL,
  startGenerationApp,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({ capabilities: { features: ['image_to_image'] } }))
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.script = finishAll
  ada = await newPerson(app)
})

/** Sixteen images of one credit each, as the create page orders them. */
const SEEDS = [4294967290, 4294967294, 2, 6]
const jobs = SEEDS.map((seed) => ({ ...SMALL, type: 'TTI', num_images: 4, seed }))

const quote = (body: object) => ada.call(api.quotes.create, { body: body as BatchRequest })
const order = (body: object) =>
  ada.call(api.inferenceJobs.createBatch, { body: body as BatchRequest })
const waitForAll = (made: { id: string }[]) => Promise.all(made.map((job) => waitForEnd(ada, job)))

test('sixteen images are four jobs under one quote and one hold, each paid by itself', async () => {
  const price = await quote({ jobs })
  expect(price).toMatchObject({ cost: 16, lines: [{ amount: 16 }], enough: true })
  const batch = await order({ jobs, quote: price.id })
  expect(batch.results.map((job) => [job.batch, job.outputs, job.cost.held])).toEqual(
    jobs.map(() => [batch.id, 4, 4]),
  )
  const ended = await waitForAll(batch.results)
  expect(ended.map(({ cost }) => cost.captured)).toEqual([4, 4, 4, 4])
  // Image i of all has the seed + i, around the end of the numbers.
  expect(ended.flatMap(({ images }) => images.map(({ seed }) => seed))).toEqual(
    Array.from({ length: 16 }, (_, index) => (SEEDS[0]! + index) % 2 ** 32),
  )
  expect(await balanceOf(ada)).toEqual({ credits: 84, credits_held: 0 })
  const { results } = await ada.call(api.credits.statement, { query: {} })
  expect(results.filter(({ kind }) => kind === 'hold').map(({ amount }) => amount)).toEqual([-16])
  await expectCleanBooks(app)
})

test('the share of a job that fails or is cancelled comes back, and the others go on', async () => {
  engine.script = (work) => (work.request.seed === SEEDS[1] ? fail(false)(work) : finishAll(work))
  const ended = await waitForAll((await order({ jobs })).results)
  expect(ended.map(({ status, cost }) => [status, cost.captured, cost.released])).toEqual([
    ['S', 4, 0],
    ['FL', 0, 4],
    ['S', 4, 0],
    ['S', 4, 0],
  ])
  expect(await balanceOf(ada)).toEqual({ credits: 88, credits_held: 0 })

  engine.script = hang
  const batch = await order({ jobs })
  await waitUntilBegun(app, ada, batch.results[0]!)
  const last = batch.results[3]!
  await ada.call(api.inferenceJobs.cancel, { params: { id: last.id }, body: {} })
  expect(await balanceOf(ada)).toEqual({ credits: 76, credits_held: 12 })
  await ada.call(api.inferenceJobs.cancelBatch, { params: { id: batch.id }, body: {} })
  await waitForAll(batch.results)
  expect(await balanceOf(ada)).toEqual({ credits: 88, credits_held: 0 })
  await expectCleanBooks(app)
})

test('the images without a watermark that are left go to the first jobs, as the quote says', async () => {
  await leaveFreePictures(app, ada, 6)
  expect(FREE_PICTURES_A_MONTH).toBeGreaterThan(6)
  const price = await quote({ jobs })
  expect(price.marked).toBe(10)
  const ended = await waitForAll((await order({ jobs, quote: price.id })).results)
  const rows = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('free_pictures')
    .where('batch_id', '=', ended[0]!.batch)
    .orderBy('id')
    .execute()
  expect(rows.map(({ free_pictures: count }) => count)).toEqual([4, 2, 0, 0])
})

test('it is refused as a whole: for want of credits, for a word, or with a full queue', async () => {
  const poor = await newPerson(app, { credits: 15 })
  const body = { jobs } as unknown as BatchRequest
  await expect(poor.call(api.inferenceJobs.createBatch, { body })).rejects.toMatchObject({
    code: 'not_enough_credits',
  })
  const wrong = jobs.map((job) => ({ ...job, prompt: 'a {red' }))
  for (const call of [quote, order])
    await expect(call({ jobs: wrong })).rejects.toMatchObject({
      status: 400,
      body: { jobs: expect.arrayContaining([expect.stringMatching(/^0\.prompt: /)]) },
    })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })

  engine.script = hang
  const first = await order({ jobs })
  const second = await submit(ada)
  await expect(order({ jobs })).rejects.toMatchObject({ code: 'queue_full' })
  await ada.call(api.inferenceJobs.cancelBatch, { params: { id: first.id }, body: {} })
  await ada.call(api.inferenceJobs.cancel, { params: { id: second.id }, body: {} })
  await waitForAll([...first.results, second])
})

test('images that start from one are ordered so, too', async () => {
  const image = (await upload(ada, await makePng(64, 64))).id
  const some = [5, 9].map((seed) => ({ ...jobs[0], type: 'ITI', image, seed }))
  const price = await quote({ jobs: some })
  expect(price.cost).toBe(8)
  const ended = await waitForAll((await order({ jobs: some, quote: price.id })).results)
  expect(ended.map(({ type, images }) => [type, images.length])).toEqual([
    ['ITI', 4],
    ['ITI', 4],
  ])
})

test('words are drawn for each job by itself, under one price', async () => {
  const drawn = { ...SMALL, type: 'TTI', prompt: 'a {red|blue|green} fox', num_images: 4 }
  const body = { jobs: [drawn, drawn] }
  const batch = await order({ ...body, quote: (await quote(body)).id })
  const ended = await waitForAll(batch.results)
  expect(ended.map(({ template }) => template)).toEqual([
    { prompt: drawn.prompt },
    { prompt: drawn.prompt },
  ])
})
