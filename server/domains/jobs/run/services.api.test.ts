import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/index.ts'
import type { AppContext } from '#server/app/context.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import type { ServiceDouble } from '#tests/support/doubles/service-files.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  submit,
  waitForEnd,
  waitForJob,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { endWorker, startWorkerOf } from '#tests/support/workers.ts'

const LONG_MS = 60_000
/** Whole images of a model that costs three credits. */
const FLUX = { model: 'flux-dev', width: 512, height: 512 }

let fal: ServiceDouble
let app: TestApp
let workers: AppContext[]

const classifier = createScriptedEngine()
const createEngine = (pollMs = 30) =>
  falEngineAt(fal, {
    webhookUrl: `${app?.url ?? ''}/api/webhooks/fal/`,
    patience: { pollMs, pollBesideWebhookMs: pollMs, awayMs: 300 },
  })

async function startWorker(pollMs?: number): Promise<AppContext> {
  const worker = await startWorkerOf(app, { engines: [createEngine(pollMs)], classifier })
  workers.push(worker)
  return worker
}

async function end(worker: AppContext): Promise<void> {
  workers = workers.filter((one) => one !== worker)
  await endWorker(worker)
}

beforeEach(async () => {
  workers = []
  fal = await startFalDouble()
  const port = await pickPort()
  const engine = falEngineAt(fal)
  app = await startTestApp({
    env: { ROLES: 'web,cron', PORT: String(port) },
    overrides: { engines: [engine], classifier },
  })
})
afterEach(async () => {
  await expectCleanBooks(app)
  for (const worker of workers) await end(worker)
  await app.dispose()
  await fal.close()
})

test('a picture of a service is charged at the price of its model, which the list of engines tells', async () => {
  await startWorker()
  const person = await newPerson(app)
  const { results } = await app.call(api.generationServers.list, { query: {} })
  const model = results[0]?.models.find(({ id }) => id === 'flux-dev')
  expect(model).toMatchObject({ credits: 3, name: 'FLUX.1 dev' })
  const quote = await person.call(api.quotes.create, {
    body: { prompt: 'a fox', ...FLUX, num_images: 2 },
  })
  expect(quote.cost).toBe(6)
  const before = await balanceOf(person)
  const job = await waitForEnd(person, await submit(person, { ...FLUX, num_images: 2 }))
  expect(job).toMatchObject({ status: 'S', engine: 'fal', cost: { captured: 6 } })
  expect(await balanceOf(person)).toEqual({ credits: before.credits - 6, credits_held: 0 })
  const { engine_cost: micros } = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('engine_cost')
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow()
  // Two pictures of 512 x 512, 0.025 dollars a megapixel.
  expect(micros).toBe(2 * Math.round(25_000 * 0.262144))
})

test('a job in the line of a service says how many are before it, until it begins', async () => {
  await startWorker()
  const person = await newPerson(app)
  fal.drawMs = LONG_MS
  fal.ahead = 3
  const job = await submit(person, FLUX)
  const waiting = await waitForJob(person, job, ({ queue }) => queue.position === 3)
  expect(waiting).toMatchObject({ status: 'R', queue: { eta_p50: null, eta_p90: null } })
  fal.ahead = null
  await waitForJob(person, job, ({ status, queue }) => status === 'R' && queue.position === 0)
  await cancel(person, job)
  await waitForEnd(person, job)
})

test('what the filter of a service refuses is told apart from a failure, and costs nothing', async () => {
  await startWorker()
  const person = await newPerson(app)
  const before = await balanceOf(person)
  fal.faults = ['content refused']
  const job = await waitForEnd(person, await submit(person, FLUX))
  expect(job).toMatchObject({ status: 'B', error: { code: 'content_refused' } })
  expect(fal.begun).toHaveLength(1)
  expect(await balanceOf(person)).toEqual(before)

  fal.faults = [null, 'content refused']
  const two = await waitForEnd(person, await submit(person, { ...FLUX, num_images: 2 }))
  expect(two).toMatchObject({ status: 'S', cost: { captured: 3, released: 3 } })
})

test('the restart of a worker finds its work again and begins nothing', async () => {
  const worker = await startWorker()
  const person = await newPerson(app)
  fal.drawMs = 2_500
  const job = await submit(person, { ...FLUX, num_images: 2 })
  await waitUntilBegun(app, person, job)
  await end(worker)
  await startWorker()
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
  expect(fal.begun).toHaveLength(2)
  expect(fal.cancelled).toEqual([])
})

test('a service that was away goes on with what it had, and is not asked twice', async () => {
  await startWorker()
  const person = await newPerson(app)
  fal.drawMs = 200
  fal.faults = ['away for a while']
  const job = await waitForEnd(person, await submit(person, FLUX))
  expect(job).toMatchObject({ status: 'S' })
  expect(fal.begun).toHaveLength(1)
})

test('a cancelled job is cancelled at the service', async () => {
  await startWorker()
  const person = await newPerson(app)
  const before = await balanceOf(person)
  fal.drawMs = LONG_MS
  const job = await submit(person, FLUX)
  await waitUntilBegun(app, person, job)
  await cancel(person, job)
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'CD' })
  await vi.waitFor(() => expect(fal.cancelled).toHaveLength(1))
  expect(await balanceOf(person)).toEqual(before)
})

test('a webhook wakes the worker, whatever process it reaches; a forged one is refused', async () => {
  await startWorker(LONG_MS)
  const person = await newPerson(app)
  fal.drawMs = 100
  const job = await submit(person, FLUX)
  await waitUntilBegun(app, person, job)
  await new Promise((resolve) => setTimeout(resolve, 150))
  const [{ id } = { id: '' }] = fal.begun
  expect(await fal.callWebhook(id, 'forged')).toBe(400)
  expect(await fal.callWebhook(id, 'old')).toBe(400)
  expect(await fal.callWebhook(id)).toBe(200)
  expect(await fal.callWebhook(id)).toBe(200)
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
  const unknown = await fetch(`${app.url}/api/webhooks/nobody/`, { method: 'POST', body: '{}' })
  expect(unknown.status).toBe(404)
})
