import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  after,
  finishAll,
  lackAll,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  SMALL,
  startGenerationApp,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
})

test('a drawing without its main thing is delivered and not paid, the others are', async () => {
  engine.script = async ({ finish }) => {
    await finish(0)
    await finish(1, { lacksMainThing: true })
    await finish(2)
  }
  const job = await waitForEnd(ada, await submit(ada, { num_images: 3 }))
  expect(job).toMatchObject({
    status: 'S',
    error: null,
    cost: { quoted: 3, held: 0, captured: 2, released: 1 },
    images: [{ is_free: false }, { is_free: true, status: 'S' }, { is_free: false }],
  })
  expect(await balanceOf(ada)).toEqual({ credits: 98, credits_held: 0 })
  const { results } = await ada.call(api.credits.statement, { query: {} })
  expect(results.find(({ kind }) => kind === 'release')).toMatchObject({
    amount: 1,
    text: 'Not charged: image generation',
  })
  await expectCleanBooks(app)
})

test('nor are those of a batch, which the rest is paid from', async () => {
  engine.script = (work) => (work.request.prompt.includes('owl') ? lackAll : finishAll)(work)
  const jobs = ['a fox', 'an owl', 'a cat'].map((prompt) => ({ ...SMALL, prompt }))
  const { results } = await ada.call(api.inferenceJobs.createBatch, { body: { jobs } })
  const ended = await Promise.all(results.map((job) => waitForEnd(ada, job)))
  expect(ended.map(({ cost }) => [cost.captured, cost.released])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ])
  expect(await balanceOf(ada)).toEqual({ credits: 98, credits_held: 0 })
  await expectCleanBooks(app)
})

test('a job that is cancelled after one gives all back', async () => {
  engine.script = async (work) => {
    await work.finish(0, { lacksMainThing: true })
    await after(60_000, finishAll)(work)
  }
  const job = await waitUntilBegun(app, ada, await submit(ada, { num_images: 2 }))
  await expect
    .poll(async () => (await ada.call(api.inferenceJobs.detail, { params: job })).images.length)
    .toBe(1)
  await ada.call(api.inferenceJobs.cancel, { params: { id: job.id }, body: {} })
  expect(await waitForEnd(ada, job)).toMatchObject({
    status: 'CD',
    cost: { quoted: 2, held: 0, captured: 0, released: 2 },
    images: [{ is_free: true }],
  })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  await expectCleanBooks(app)
})
