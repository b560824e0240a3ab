import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOpenAiEngine } from '#server/engines/openai/index.ts'
import { listenOnLoopback, sendJson } from '#tests/support/doubles/json-server.ts'
import {
  createScriptedEngine,
  fail,
  finishAll,
  finishFirst,
  hang,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let first: ScriptedEngine
let second: ScriptedEngine

async function start(options: Parameters<typeof createScriptedEngine>[0] = {}): Promise<void> {
  first = createScriptedEngine({ name: 'first' })
  second = createScriptedEngine({ name: 'second', ...options })
  app = await startTestApp({
    overrides: { engines: [first, second], classifier: first, pages: false, drainMs: 2000 },
  })
}

const engineOf = async ({ id }: { id: string }) => {
  const row = await app.db.kysely
    .selectFrom('inference_jobs')
    .select(['engine', 'lane'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.lane).toBe(row.engine)
  return row.engine
}

beforeEach(() => start())
afterEach(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})

test('another engine with the same model makes what is missing, at the price that was quoted', async () => {
  const person = await newPerson(app)
  const before = await balanceOf(person)
  first.script = finishFirst(1, fail(true))
  const job = await submit(person, { num_images: 3 })
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
  expect(await engineOf(job)).toBe('second')
  expect(first.starts).toHaveLength(1)
  expect(second.starts.map(({ indexes }) => indexes)).toEqual([[1, 2]])
  expect(await balanceOf(person)).toEqual({ credits: before.credits - 3, credits_held: 0 })
})

test('what would fail anywhere is not tried elsewhere', async () => {
  const person = await newPerson(app)
  first.script = fail(false)
  const job = await submit(person)
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'FL' })
  expect(second.starts).toEqual([])
})

test('engines that fail in turns end the job after three attempts', async () => {
  const person = await newPerson(app)
  first.script = fail(true)
  second.script = fail(true)
  const job = await submit(person)
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'FL' })
  expect([first.starts.length, second.starts.length]).toEqual([2, 1])
})

test.each([
  ['of other weights', { hash: 'c'.repeat(64) }],
  ['of another name', { id: 'other' }],
  ['without the sampler', { samplers: [] }],
  ['that makes fewer images', { maxImages: 1 }],
] as const)('a model %s never takes over', async (_name, capabilities) => {
  await app.dispose()
  await start({ capabilities })
  const person = await newPerson(app)
  first.script = fail(true)
  const job = await submit(person, { num_images: 2, model: 'scripted-model' })
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'FL' })
  expect(second.starts).toEqual([])
  expect(first.starts).toHaveLength(3)
})

test('what waits for an engine that went down is made by another', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  first.script = hang
  const running = await submit(person)
  await waitUntilBegun(app, person, running)
  const waiting = await submit(other)
  first.health = async () => ({ state: 'down', detail: 'gone', load: 0 })
  second.script = finishAll
  await vi.waitFor(
    async () => {
      await app.context.jobs.sweep()
      expect(await engineOf(waiting)).toBe('second')
    },
    { timeout: 15_000, interval: 500 },
  )
  expect(await waitForEnd(other, waiting)).toMatchObject({ status: 'S' })
  await cancel(person, running)
  await waitForEnd(person, running)
})

test('what a billing service refused clearly is asked for again', async () => {
  await app.dispose()
  let calls = 0
  const service = await listenOnLoopback(async (request, response) => {
    if (request.method === 'GET') return sendJson(response, 200, { data: [{ id: 'drawer' }] })
    calls += 1
    if (calls === 1) return sendJson(response, 402, { error: 'no money left' })
    const image = (await makePng(256, 256)).toString('base64')
    return sendJson(response, 200, { data: [{ b64_json: image }] })
  })
  const engine = createOpenAiEngine(`${service.url}/v1?preset=generic`)
  app = await startTestApp({ overrides: { engines: [engine], classifier: first, pages: false } })
  const person = await newPerson(app)
  const job = await submit(person, { width: 256, height: 256 })
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
  expect(calls).toBe(2)
  await service.close()
})

test('with one engine a job goes on there', async () => {
  await app.dispose()
  const only = await startGenerationApp()
  app = only.app
  const person = await newPerson(app)
  only.engine.script = async (work) => (work.number === 1 ? fail(true)(work) : finishAll(work))
  expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'S' })
})
