import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startFalDouble } from '#tests/support/doubles/fal-server.ts'
import {
  createScriptedEngine,
  scriptedFace,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import type { ServiceDouble } from '#tests/support/doubles/service-files.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

const LONG_MS = 60_000
/** Credits for an image by fal. */
const EACH = 21
const COST = Math.round(33_300 * 1.048576)

let app: TestApp
let fal: ServiceDouble
let own: ScriptedEngine
let ada: TestPerson
let admin: TestPerson
let image: string
beforeAll(async () => {
  fal = await startFalDouble()
  own = createScriptedEngine()
  const engine = falEngineAt(fal)
  app = await startTestApp({ overrides: { engines: [engine, own], classifier: own } })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  await fal.close()
})
beforeEach(async () => {
  fal.drawMs = 0
  fal.faults = []
  fal.begun.length = 0
  own.faces = [scriptedFace()]
  ada = await newPerson(app, { plan: 'starter' })
  image = (await upload(ada, await makePng(80, 64))).id
})
afterEach(() => expectCleanBooks(app))

const order = (styles: string[]) =>
  ada.call(api.inferenceJobs.instantAvatars, { body: { image, styles } })
const costOf = async (id: string) =>
  (
    await app.db.kysely
      .selectFrom('inference_jobs')
      .select('engine_cost')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).engine_cost

test('its looks come with their price and the company that is given the photo, and no sample of another model', async () => {
  const { results, ...rest } = await app.call(api.inferenceJobs.avatarStyles, {})
  expect(results[0]).toEqual({ id: 'studio', name: 'Studio', sample_url: null })
  expect(rest).toEqual({
    credits: EACH,
    drawn_by: {
      model: 'PuLID for FLUX.1 dev',
      licence: 'FLUX.1 dev non-commercial, by the service',
      photos_go_to: 'fal',
    },
  })
})

test('avatars of one photo are charged at the price of the model that draws them', async () => {
  const before = await balanceOf(ada)
  const quote = await ada.call(api.quotes.create, {
    body: { type: 'ISI', image, styles: ['studio', 'oil'] },
  })
  expect(quote.cost).toBe(2 * EACH)
  const job = await waitForEnd(ada, await order(['studio', 'oil']))
  expect(job).toMatchObject({ status: 'S', engine: 'fal', cost: { captured: 2 * EACH } })
  expect(job.images.map(({ width }) => width)).toEqual([1024, 1024])
  expect(await balanceOf(ada)).toEqual({ credits: before.credits - 2 * EACH, credits_held: 0 })
  expect(await costOf(job.id)).toBe(2 * COST)
})

test('a service draws small faces and people beside others, which our own engine refuses', async () => {
  own.faces = [scriptedFace({ size: 50 }), scriptedFace({ index: 1, size: 45, x: 70 })]
  expect(await waitForEnd(ada, await order(['studio']))).toMatchObject({ engine: 'fal' })
  await expect(order(['inked'])).rejects.toMatchObject({
    status: 400,
    body: { image: [expect.stringContaining('at least 64')] },
  })
})

test('of a cancelled order nothing is charged, and the service is told', async () => {
  const before = await balanceOf(ada)
  fal.drawMs = LONG_MS
  const job = await order(['studio', 'oil'])
  await waitUntilBegun(app, ada, job)
  await cancel(ada, job)
  expect(await waitForEnd(ada, job)).toMatchObject({ status: 'CD', cost: { captured: 0 } })
  expect(await balanceOf(ada)).toEqual(before)
  expect(fal.cancelled).toEqual(expect.arrayContaining(fal.begun.map(({ id }) => id)))
})

test('an image that failed and was billed gives its credits back and is in the books', async () => {
  const before = await balanceOf(ada)
  fal.faults = ['content refused', null]
  const job = await waitForEnd(ada, await order(['studio', 'oil']))
  expect(job.cost).toMatchObject({ quoted: 2 * EACH, captured: EACH, released: EACH })
  expect(await balanceOf(ada)).toEqual({ credits: before.credits - EACH, credits_held: 0 })
})

test('a look that only another engine has is drawn there, at the price list', async () => {
  const job = await waitForEnd(ada, await order(['inked']))
  expect(job).toMatchObject({ status: 'S', engine: own.name, cost: { captured: 2 } })
  expect(fal.begun).toEqual([])
})

test('a price says who is given the photo, and holds for nobody else', async () => {
  const before = await balanceOf(ada)
  own.tool.avatarLooks = () => [{ id: 'studio', name: 'Studio', edge: 64 }]
  const body = { type: 'ISI' as const, image, styles: ['studio'] }
  const quote = () => ada.call(api.quotes.create, { body })
  const together = { jobs: [body, { ...body, num_images: 2 }] }
  const quoteTogether = () => ada.call(api.quotes.create, { body: together })
  const act = (what: 'pause' | 'resume') =>
    admin.call(api.adminEngines[what], { params: { id: 'fal' }, body: {} })
  const refused = async ([one, several]: { id: string }[]) => {
    const mismatch = { status: 409, code: 'quote_mismatch' }
    const single = { body: { ...body, quote: one!.id } }
    await expect(ada.call(api.inferenceJobs.create, single)).rejects.toMatchObject(mismatch)
    const batch = { body: { ...together, quote: several!.id } }
    await expect(ada.call(api.inferenceJobs.createBatch, batch)).rejects.toMatchObject(mismatch)
    expect(await balanceOf(ada)).toEqual(before)
  }

  await act('pause')
  const byOwn = [await quote(), await quoteTogether()]
  for (const one of byOwn) expect(one).toMatchObject({ photos_go_to: [], warnings: [] })
  expect(byOwn.map(({ cost }) => cost)).toEqual([2, 6])
  await act('resume')
  await refused(byOwn)
  expect(fal.begun).toEqual([])

  const byFal = [await quote(), await quoteTogether()]
  for (const one of byFal) {
    expect(one.photos_go_to).toEqual(['fal'])
    expect(one.warnings).toEqual([
      {
        code: 'photo_goes_to',
        message: 'Your photo is sent to fal, which draws the avatars.',
      },
    ])
  }
  await act('pause')
  await refused(byFal)
  await act('resume')
  const job = await ada.call(api.inferenceJobs.create, { body: { ...body, quote: byFal[0]!.id } })
  expect(await waitForEnd(ada, job)).toMatchObject({ engine: 'fal', cost: { captured: EACH } })
})
