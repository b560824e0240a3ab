import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppContext } from '#server/app/context.ts'
import { createTrainerEngine } from '#server/engines/trainer/index.ts'
import { createScriptedEngine, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { QUICK_STEPS, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { endWorker, startWorkerOf } from '#tests/support/workers.ts'
import { cancel, ownersOf, ready, start, until, untilStatus } from './testing/studio-app.ts'

const KOHYA = fileURLToPath(import.meta.resolve('#tests/support/trainers/kohya.mjs'))
const STEPS = 20

let folder: string
let app: TestApp
let workers: AppContext[]
let studios: ReturnType<typeof ownersOf>

const createEngine = (fault = '', stepMs = 20) =>
  createTrainerEngine({
    command: `"${process.execPath}" "${KOHYA}" --train_data_dir={dataset} --output_dir={output} --max_train_steps={steps} --network_dim={rank} --network_weights={resume} --step_ms=${stepMs} --fault="${fault}"`,
    modelsFile: join(folder, 'models.json'),
    progress: null,
    folder: join(folder, 'work'),
    mostMs: 60_000,
    silentMs: 60_000,
    pollMs: 30,
    endMs: 300,
  })

async function startWorker(...given: Parameters<typeof createEngine>) {
  const worker = await startWorkerOf(app, {
    engines: [createEngine(...given)],
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
  folder = await mkdtemp(join(tmpdir(), 'trainer-'))
  await writeFile(
    join(folder, 'models.json'),
    JSON.stringify({ sdxl: { base: '/models/sdxl.safetensors', steps: STEPS } }),
  )
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
  await rm(folder, { recursive: true, force: true })
})

async function started() {
  const ada = await studios.owner()
  const training = await ready(ada, { original_model_version: 'sdxl' })
  await start(ada, training)
  return { ada, training }
}

test('is followed by another worker after a restart, and paid once', async () => {
  const first = await startWorker('', 120)
  const { ada, training } = await started()
  await until(ada, training, ({ checkpoint }) => checkpoint === 5)
  await end(first)
  await startWorker()
  const done = await untilStatus(ada, training, 'Successful')
  expect(done).toMatchObject({ cost: 1000, checkpoint: STEPS, progress: { loss: 0.0476 } })
  expect(done.curve[0]).toEqual({ step: 1, loss: 0.5 })
  await studios.expectPaid(ada, 1000)
  const { rows } = await sql<{ ms: number }>`
    select engine_ms as ms from lora_trainings`.execute(app.db.kysely)
  // The whole run, also while nobody followed it.
  expect(rows[0]!.ms).toBeGreaterThan(STEPS * 120)
})

test('that crashes once goes on; one that always does gives all back', async () => {
  const worker = await startWorker('crash once')
  const { ada, training } = await started()
  await untilStatus(ada, training, 'Successful')
  await studios.expectPaid(ada, 1000)
  await end(worker)
  await startWorker('garbage', 2)
  const { ada: eve, training: broken } = await started()
  const failed = await untilStatus(eve, broken, 'Failed')
  expect(failed.error).toEqual({
    code: 'engine_failed',
    message: 'The program that trains this model failed. Nothing was charged.',
  })
  await studios.expectPaid(eve, 0)
})

test('that is stopped after a checkpoint delivers it and is paid by its steps', async () => {
  await startWorker('', 200)
  const { ada, training } = await started()
  await until(ada, training, ({ checkpoint }) => checkpoint === 5)
  await cancel(ada, training)
  const done = await untilStatus(ada, training, 'Successful')
  expect(done.cost).toBe(250)
  await studios.expectPaid(ada, 250)
})
