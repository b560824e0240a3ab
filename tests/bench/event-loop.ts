import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import { importCheckpoint } from '#engine/import/index.ts'
import { unpackFixture } from '#tests/support/packed-fixtures.ts'
import { newPerson, type TestPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { OWN_MODEL } from './engine-requests.ts'

const CHECKPOINT = unpackFixture('tests/fixtures/tiny-checkpoint/original.safetensors')
const IDLE_MS = 10_000
const GENERATIONS = 4
const LOADS = 6

interface Delays {
  p50: number
  p99: number
  max: number
}

/** How late this process, which serves requests, comes to what is due each millisecond while `act` runs. */
async function delaysDuring(act: () => Promise<unknown>): Promise<Delays> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await act()
  delays.disable()
  const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max]
  return { p50: p50 / 1e6, p99: p99 / 1e6, max: max / 1e6 }
}

async function generate({ call }: TestPerson, body: object): Promise<void> {
  const { id } = await call(api.inferenceJobs.create, { body: { prompt: 'a red apple', ...body } })
  for (;;) {
    await sleep(200)
    const { status } = await call(api.inferenceJobs.detail, { params: { id } })
    if (status === 'S') return
    if (status !== 'P' && status !== 'R') throw new Error(`Job ${id} ended as ${status}`)
  }
}

/** A folder like that of a real Stable Diffusion (CLIP's 49,408 words), with next to no weights. */
async function makeModel(folder: string): Promise<string> {
  const options = {
    id: 'checkpoint',
    prediction: 'epsilon',
    heads: 8,
    textHeads: 4,
    groups: 8,
  } as const
  return importCheckpoint(CHECKPOINT, folder, options)
}

/** Puts models into the folder of a running app, as an operator does, and draws with each: all of them are loaded. */
async function loadModels(app: TestApp, person: TestPerson, made: string): Promise<void> {
  for (let load = 0; load < LOADS; load++) {
    const id = `added-${load}`
    await cp(load % 2 === 0 ? made : OWN_MODEL.dir, join(app.config.engine.modelsDir, id), {
      recursive: true,
      // Without it the folder's name is the model's id.
      filter: (file) => !file.endsWith('model.json'),
    })
    await generate(person, { model: id, num_images: 1, steps: 1, width: 64, height: 64 })
  }
}

/** How long requests wait for the process that serves them, while its engine draws and while it loads. */
export async function benchEventLoop(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-loop-'))
  const app = await startBenchApp()
  try {
    const made = await makeModel(folder)
    const person = await newPerson(app, { credits: 1000, plan: 'pro' })
    await generate(person, { num_images: 1, steps: 1 })
    const idle = await delaysDuring(() => sleep(IDLE_MS))
    const generating = await delaysDuring(async () => {
      for (let round = 0; round < GENERATIONS; round++) await generate(person, {})
    })
    const loading = await delaysDuring(() => loadModels(app, person, made))
    const { threads } = app.config.engine
    const setting = `${threads} of ${availableParallelism()} cores draw`
    const describe = (name: string, { p50, p99, max }: Delays): string =>
      `${name}: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${max.toFixed(0)} ms`
    const row = (what: string, name: string, delays: Delays): BenchResult => ({
      name: `Event loop of the server, p99 while ${what}`,
      value: delays.p99,
      unit: 'ms',
      target: { atMost: 20 },
      detail: [setting, describe('idle', idle), describe(name, delays)].join('; '),
    })
    return [
      row('drawing', `${GENERATIONS} jobs of 4 pictures`, generating),
      row('models load', `${LOADS} models put there and loaded`, loading),
    ]
  } finally {
    await app.dispose()
    rmSync(folder, { recursive: true })
  }
}
