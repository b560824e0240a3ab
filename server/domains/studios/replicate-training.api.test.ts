import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { AppContext } from '#server/app/context.ts'
import { createReplicateEngine } from '#server/engines/replicate/index.ts'
import type { Engine } from '#server/engines/spec/index.ts'
import {
  REPLICATE_TOKEN,
  type ReplicateDouble,
  startReplicateDouble,
} from '#tests/support/doubles/replicate-server.ts'
import { createScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { QUICK_STEPS, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { endWorker, startWorkerOf } from '#tests/support/workers.ts'
import { cancel, ownersOf, read, ready, remove, start, untilStatus } from './testing/studio-app.ts'

const MODEL = 'flux-dev-lora'
const LONG_MS = 60_000

let replicate: ReplicateDouble
let app: TestApp
let workers: AppContext[]
let studios: ReturnType<typeof ownersOf>

const createEngine = () =>
  createReplicateEngine({
    token: REPLICATE_TOKEN,
    baseUrl: `${replicate.url}/v1`,
    modelsFile: null,
    webhookUrl: null,
    patience: { pollMs: 30, awayMs: 300 },
  })
/** Looks at photos, and trains nothing. */
function createLooker(): Engine {
  const { training: _none, ...engine } = createScriptedEngine({ name: 'looker' })
  return engine
}

async function startWorker(change: (engine: Engine) => void = () => undefined) {
  const engine = createEngine()
  change(engine)
  const worker = await startWorkerOf(app, {
    engines: [engine, createLooker()],
    classifier: createScriptedEngine(),
  })
  workers.push(worker)
  return worker
}

async function end(worker: AppContext): Promise<void> {
  workers = workers.filter((one) => one !== worker)
  await endWorker(worker)
}

beforeEach(async () => {
  workers = []
  replicate = await startReplicateDouble()
  const looker = createScriptedEngine({ name: 'looker' })
  looker.faces = [scriptedFace({ size: 300 })]
  const { training: _none, ...rest } = looker
  app = await startTestApp({
    env: { ROLES: 'web,cron' },
    overrides: {
      ...QUICK_STEPS,
      engines: [createEngine(), rest],
      classifier: looker,
      pages: false,
    },
  })
  studios = ownersOf(app)
})
afterEach(async () => {
  for (const worker of workers) await end(worker)
  await app.dispose()
  await replicate.close()
})

const studio = async () => {
  const ada = await studios.owner()
  return { ada, training: await ready(ada, { original_model_version: MODEL }) }
}

test('a model is trained there, paid once, drawn with there, and forgotten there', async () => {
  const { ada, training } = await studio()
  await startWorker()
  await start(ada, training)
  const done = await untilStatus(ada, training, 'Successful')
  expect(done).toMatchObject({ cost: 1000, checkpoint: 1000 })
  await studios.expectPaid(ada, 1000)
  const { rows } = await sql<{ cost: number; kept_as: string }>`
    select engine_cost as cost, kept_as from lora_trainings`.execute(app.db.kysely)
  expect(rows).toEqual([{ cost: 1_830_000, kept_as: expect.stringMatching(/^me\//) as string }])

  const name = done.created_model_version!
  const job = await waitForEnd(
    ada,
    await submit(ada, {
      model: MODEL,
      width: 512,
      height: 512,
      prompt: 'Ada of the Hills in the snow',
      loras: [{ model: name, weight: 0.9 }],
    }),
  )
  expect(job.status).toBe('S')
  expect(replicate.begun.at(-1)).toMatchObject({
    endpoint: `:${rows[0]!.kept_as.split(':')[1]}`,
    input: { prompt: 'TOK in the snow', lora_scale: 0.9 },
  })

  await remove(ada, training)
  // A removal that takes long is finished by another worker too, and both forget it.
  await expect.poll(() => [...new Set(replicate.trainings.forgotten)]).toEqual([rows[0]!.kept_as])
  const params = { id: training.id }
  expect(await ada.call(api.loraTrainings.receipt, { params })).toMatchObject({
    model: name,
    completed_at: expect.any(String) as string,
  })
})

test('a worker that ends between the start there and its note of it is followed by one that finds it', async () => {
  const { ada, training } = await studio()
  replicate.drawMs = LONG_MS
  const gone = await startWorker((engine) => {
    const begin = engine.training!.start.bind(engine.training)
    engine.training!.start = async (...order) => {
      await begin(...order)
      // It never comes back to write the operation down.
      return new Promise<never>(() => undefined)
    }
  })
  await start(ada, training)
  await expect.poll(() => replicate.trainings.begun.length, { timeout: 20_000 }).toBe(1)
  await end(gone)
  await startWorker()
  replicate.drawMs = 0
  await untilStatus(ada, training, 'Successful')
  expect(replicate.trainings.begun).toHaveLength(1)
  expect(replicate.trainings.contents).toHaveLength(1)
  await studios.expectPaid(ada, 1000)
})

test('a restart in the middle goes on with the same training', async () => {
  const { ada, training } = await studio()
  replicate.drawMs = LONG_MS
  replicate.trainings.log =
    'flux_train_replicate:  40%|####      | 400/1000 [03:20<05:00, 2.00it/s, lr: 4.0e-04 loss: 3.250e-01]'
  const first = await startWorker()
  await start(ada, training)
  await expect
    .poll(async () => (await read(ada, training)).progress, { timeout: 20_000 })
    .toMatchObject({ step: 400, steps: 1000, loss: 0.325 })
  await end(first)
  await startWorker()
  replicate.drawMs = 0
  const done = await untilStatus(ada, training, 'Successful')
  expect(done.curve).toEqual([{ step: 400, loss: 0.325 }])
  expect(replicate.trainings.begun).toHaveLength(1)
  await studios.expectPaid(ada, 1000)
})

test('one that fails there gives all back and keeps its cost', async () => {
  const { ada, training } = await studio()
  replicate.faults = ['fails']
  await startWorker()
  await start(ada, training)
  const failed = await untilStatus(ada, training, 'Failed')
  expect(failed.error).toMatchObject({
    code: 'picture_failed',
    message: 'The service could not train this model. Nothing was charged.',
  })
  expect(replicate.trainings.begun).toHaveLength(1)
  await studios.expectPaid(ada, 0)
  const { rows } = await sql<{ cost: number }>`
    select engine_cost as cost from lora_trainings`.execute(app.db.kysely)
  expect(rows).toEqual([{ cost: 1_830_000 }])
})

test('stopping it stops it there', async () => {
  const { ada, training } = await studio()
  replicate.drawMs = LONG_MS
  await startWorker()
  await start(ada, training)
  await expect
    .poll(() => replicate.trainings.begun[0]?.looks ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(1)
  await cancel(ada, training)
  await expect.poll(() => replicate.cancelled).toHaveLength(1)
  await studios.expectPaid(ada, 0)
})
