import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import { BATCH_LIMITS } from '#contract/values/jobs/batch.ts'
import {
  fail,
  finishAll,
  hang,
  type Script,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { readZip } from '#tests/support/read-zip.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let image: string
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.script = finishAll
  ada = await newPerson(app)
  image = (await upload(ada, await makePng(80, 64))).id
})

/** So many enlargements, of 2 credits each. */
const upscales = (count: number): BatchRequest['jobs'] =>
  Array.from({ length: count }, () => ({ type: 'UI', image, scale: 3 }))

const order = (body: object, headers: Record<string, string> = {}, person = ada) =>
  person.call(api.inferenceJobs.createBatch, { body: body as BatchRequest }, { headers })

const waitForAll = (jobs: { id: string }[]) => Promise.all(jobs.map((job) => waitForEnd(ada, job)))

/** Does this with the first works, then that. */
const first =
  (count: number, now: Script, then: Script): Script =>
  (work) =>
    engine.toolStarts.length <= begun + count ? now(work) : then(work)
let begun = 0

test('is quoted, held and paid together, with a state for each', async () => {
  const jobs = upscales(3)
  const quote = await ada.call(api.quotes.create, { body: { jobs } })
  expect(quote).toMatchObject({ cost: 6, lines: [{ label: '3 x Upscale x3', amount: 6 }] })
  const batch = await order({ jobs, quote: quote.id })
  expect(batch.results).toHaveLength(3)
  expect(batch.results.map((job) => [job.batch, job.cost.held])).toEqual(
    batch.results.map(() => [batch.id, 2]),
  )
  const ended = await waitForAll(batch.results)
  expect(ended.map(({ status, cost }) => [status, cost.captured])).toEqual(
    ended.map(() => ['S', 2]),
  )
  expect(await balanceOf(ada)).toEqual({ credits: 94, credits_held: 0 })
  const { results } = await ada.call(api.credits.statement, { query: {} })
  expect(results.filter(({ kind }) => kind === 'hold').map(({ amount }) => amount)).toEqual([-6])
  await expectCleanBooks(app)
  await expect(order({ jobs, quote: quote.id })).rejects.toMatchObject({ code: 'quote_used' })
  await expect(order({ jobs: upscales(2), quote: quote.id })).rejects.toMatchObject({
    code: 'quote_mismatch',
  })
})

test('what fails or is cancelled is given back, the rest is delivered and paid', async () => {
  begun = engine.toolStarts.length
  engine.script = first(1, fail(false), finishAll)
  const batch = await order({ jobs: upscales(3) })
  const ended = await waitForAll(batch.results)
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['FL', 'S', 'S'])
  expect(await balanceOf(ada)).toEqual({ credits: 96, credits_held: 0 })

  engine.script = hang
  const second = await order({ jobs: upscales(3) })
  await waitUntilBegun(app, ada, second.results[0]!)
  const params = { id: second.id }
  const cancelled = await ada.call(api.inferenceJobs.cancelBatch, { params, body: {} })
  expect(cancelled.results.map(({ status }) => status)).toEqual(['CD', 'CD', 'CD'])
  expect(await balanceOf(ada)).toEqual({ credits: 96, credits_held: 0 })
  await expectCleanBooks(app)
})

test('repeated with its key it is the same batch, also when both come at once', async () => {
  const headers = { 'Idempotency-Key': 'a batch' }
  const [one, two] = await Promise.all([
    order({ jobs: upscales(2) }, headers),
    order({ jobs: upscales(2) }, headers),
  ])
  expect(two.id).toBe(one.id)
  const again = await order({ jobs: upscales(2) }, headers)
  expect(again.results.map(({ id }) => id)).toEqual(one.results.map(({ id }) => id))
  await expect(order({ jobs: upscales(3) }, headers)).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
  await waitForAll(one.results)
  expect(await balanceOf(ada)).toEqual({ credits: 96, credits_held: 0 })
})

describe('is refused as a whole, and nothing is held', () => {
  const UNTOUCHED = { credits: 100, credits_held: 0 }

  test("for a job that does not fit, another's image, two tools, a tool beside a drawing and too many", async () => {
    const eve = await newPerson(app)
    const jobs = upscales(2)
    const refused = (body: object, person = ada) =>
      order(body, {}, person).then(
        () => null,
        ({ status, body: answer }: { status: number; body: object }) => [status, answer],
      )
    expect(await refused({ jobs }, eve)).toEqual([
      400,
      { jobs: [expect.stringMatching(/^0\.image: /), expect.stringMatching(/^1\.image: /)] },
    ])
    const strange = { type: 'UI', image, scale: 8 }
    expect(await refused({ jobs: [...jobs, strange] })).toMatchObject([
      400,
      { jobs: [expect.stringContaining('2.scale')] },
    ])
    const other = { type: 'RB', image }
    expect(await refused({ jobs: [...jobs, other] })).toMatchObject([400, {}])
    expect(await refused({ jobs: [...jobs, { prompt: 'a fox' }] })).toMatchObject([400, {}])
    expect(await refused({ jobs: upscales(51) })).toMatchObject([400, {}])
    expect(await refused({ jobs: [] })).toMatchObject([400, {}])
    expect(await balanceOf(ada)).toEqual(UNTOUCHED)
  })

  test('for want of credits, of a verified email, or of the plan', async () => {
    const poor = await newPerson(app, { credits: 3 })
    const picture = (await upload(poor, await makePng(80, 64))).id
    const jobs = [1, 2].map(() => ({ type: 'UI', image: picture, scale: 3 }))
    await expect(order({ jobs }, {}, poor)).rejects.toMatchObject({ status: 402 })
    expect(await balanceOf(poor)).toEqual({ credits: 3, credits_held: 0 })
    const fresh = await newPerson(app, { verified: false })
    await expect(order({ jobs }, {}, fresh)).rejects.toMatchObject({ code: 'email_not_verified' })
    const pro = [{ type: 'UU', image, scale: 2 }]
    await expect(order({ jobs: pro })).rejects.toMatchObject({ code: 'plan_required' })
    expect(await balanceOf(ada)).toEqual(UNTOUCHED)
  })

  test('a wrong field of a quote is named, of a batch and of one job', async () => {
    const wrong = { jobs: [{ type: 'UI', image, scale: 5 }] } as unknown as BatchRequest
    const batch = ada.call(api.quotes.create, { body: wrong })
    await expect(batch).rejects.toMatchObject({
      body: { jobs: [expect.stringContaining('0.scale')] },
    })
    const one = ada.call(api.quotes.create, { body: { type: 'UI', image, scale: 5 as 4 } })
    await expect(one).rejects.toMatchObject({ body: { scale: [expect.any(String)] } })
  })
})

test('counts as one in the queue, and lets others go between its jobs', async () => {
  engine.script = hang
  const batch = await order({ jobs: upscales(5) })
  await waitUntilBegun(app, ada, batch.results[0]!)
  const bob = await newPerson(app)
  const picture = (await upload(bob, await makePng(80, 64))).id
  const own = await bob.call(api.inferenceJobs.removeBackground, { body: { image: picture } })
  // The free queue of two has room for one more.
  const more = await submit(ada)
  await expect(submit(ada)).rejects.toMatchObject({ code: 'queue_full' })
  engine.script = finishAll
  await ada.call(api.inferenceJobs.cancel, { params: { id: batch.results[0]!.id }, body: {} })
  const served = await waitForEnd(bob, own)
  const ended = await waitForAll([...batch.results, more])
  const after = ended.filter(
    ({ status, finished_at: at }) => status === 'S' && at! > served.finished_at!,
  )
  // Whoever ordered one image was served before most of the batch that was there first.
  expect(after.length).toBeGreaterThanOrEqual(3)
})

test('orders as many as there may be, each with its state and its credit', async () => {
  const cleo = await newPerson(app, { plan: 'pro' })
  const photo = (await upload(cleo, await makePng(80, 64))).id
  const jobs = Array.from({ length: BATCH_LIMITS.jobs }, () => ({
    type: 'UI' as const,
    image: photo,
    scale: 2 as const,
  }))
  const { credits: before } = await balanceOf(cleo)
  const quote = await cleo.call(api.quotes.create, { body: { jobs } })
  const batch = await order({ jobs, quote: quote.id }, {}, cleo)
  expect(batch.results).toHaveLength(BATCH_LIMITS.jobs)
  for (const job of batch.results)
    expect(await waitForEnd(cleo, job)).toMatchObject({ status: 'S', cost: { released: 0 } })
  expect(await balanceOf(cleo)).toEqual({ credits: before - quote.cost, credits_held: 0 })
  await expectCleanBooks(app)
})

test('is read and sent as a zip by its owner alone', async () => {
  const batch = await order({ jobs: upscales(2) })
  await waitForAll(batch.results)
  const params = { id: batch.id }
  expect((await ada.call(api.inferenceJobs.batch, { params })).results).toMatchObject([
    { status: 'S' },
    { status: 'S' },
  ])
  const eve = await newPerson(app)
  const missing = { status: 404 }
  await expect(eve.call(api.inferenceJobs.batch, { params })).rejects.toMatchObject(missing)
  const stranger = eve.call(api.inferenceJobs.cancelBatch, { params, body: {} })
  await expect(stranger).rejects.toMatchObject(missing)
  const url = `${app.url}/api/inference_jobs/batch/${batch.id}/zip/`
  const asEve = await fetch(url, { headers: { authorization: `Token ${eve.token}` } })
  expect(asEve.status).toBe(404)
  const answer = await fetch(url, { headers: { authorization: `Token ${ada.token}` } })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = readZip(Buffer.from(await answer.arrayBuffer()))
  expect(files.map(({ name }) => name)).toEqual(['01.png', '02.png'])
  expect(files[0]!.data.toString('latin1', 1, 4)).toBe('PNG')
})
