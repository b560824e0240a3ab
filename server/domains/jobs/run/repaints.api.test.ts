import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { AppContext } from '#server/app/context.ts'
import { FAL_FILL, type FalDouble, startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { endWorker, startWorkerOf } from '#tests/support/workers.ts'

const CREDITS = 3
const MICROS = 50_000
const FILL = {
  does: 'inpaint',
  name: 'Fill',
  licence: '',
  endpoint: FAL_FILL,
  input: { prompt: '$prompt', image_url: '$image', mask_url: '$mask', seed: '$seed' },
  cost: { dollars: MICROS / 1e6, per: 'image' },
  description: '',
  credits: CREDITS,
  nativeSize: 1024,
  maxTokens: 512,
  sizes: { min: 64, max: 2048, step: 8 },
  maxSteps: 50,
}
const EDGE = 256
const GREEN = { r: 20, g: 160, b: 40 }

let folder: string
let fal: FalDouble
let app: TestApp
let person: TestPerson
let workers: AppContext[] = []

const classifier = createScriptedEngine()
const createEngine = () =>
  falEngineAt(fal, {
    modelsFile: join(folder, 'models.json'),
    patience: { pollMs: 30, awayMs: 300 },
  })

async function startWorker(): Promise<AppContext> {
  const worker = await startWorkerOf(app, { engines: [createEngine()], classifier })
  workers.push(worker)
  return worker
}

async function end(worker: AppContext): Promise<void> {
  workers = workers.filter((one) => one !== worker)
  await endWorker(worker)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repaints-'))
  await writeFile(join(folder, 'models.json'), JSON.stringify({ fill: FILL }))
  fal = await startFalDouble()
  app = await startTestApp({
    env: { ROLES: 'web,cron' },
    overrides: { engines: [createEngine()], classifier },
  })
  person = await newPerson(app, { plan: 'pro', credits: 100 })
})
afterEach(async () => {
  await expectCleanBooks(app)
  for (const worker of workers) await end(worker)
  await app.dispose()
  await fal.close()
  await rm(folder, { recursive: true })
})

/** Orders two repaints of the left half of a green image. */
async function repaint() {
  const create = { width: EDGE, height: EDGE, channels: 3 as const, background: GREEN }
  const green = await sharp({ create }).png().toBuffer()
  const half = await sharp({ create: { ...create, width: EDGE / 2, background: 'white' } })
    .extend({ right: EDGE / 2, background: 'black' })
    .png()
    .toBuffer()
  const image = await upload(person, green)
  const mask = await upload(person, half, { purpose: 'mask' })
  const job = await person.call(api.inferenceJobs.create, {
    body: {
      type: 'ITI',
      prompt: 'a red ball',
      model: 'fill',
      num_images: 2,
      image: image.id,
      mask: mask.id,
    },
  })
  await waitUntilBegun(app, person, job)
  return { job, uploads: [image, mask] }
}

async function forget(uploads: readonly { id: string }[]): Promise<void> {
  for (const { id } of uploads) await person.call(api.uploadedImages.remove, { params: { id } })
}

const costOf = async ({ id }: { id: string }) => {
  const { engine_cost: micros } = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('engine_cost')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return micros
}

test('an upload that is deleted while a service draws over it is drawn over to the end, and paid', async () => {
  await startWorker()
  fal.drawMs = 1000
  const { job, uploads } = await repaint()
  const { credits } = await balanceOf(person)
  await forget(uploads)
  const ended = await waitForEnd(person, job)
  expect(ended).toMatchObject({ status: 'S', cost: { captured: 2 * CREDITS, released: 0 } })
  expect(await costOf(job)).toBe(2 * MICROS)
  expect(await balanceOf(person)).toEqual({ credits, credits_held: 0 })
  for (const { url } of ended.images) {
    const file = Buffer.from(await (await fetch(new URL(url, app.url))).arrayBuffer())
    const part = { left: EDGE - 10, top: 10, width: 1, height: 1 }
    const pixel = await sharp(file).extract(part).removeAlpha().raw().toBuffer()
    expect([...pixel]).toEqual([GREEN.r, GREEN.g, GREEN.b])
  }
})

test('where another process finds it gone, what the service billed is written down', async () => {
  const worker = await startWorker()
  fal.drawMs = 3000
  const { job, uploads } = await repaint()
  await end(worker)
  await forget(uploads)
  await startWorker()
  const ended = await waitForEnd(person, job)
  expect(ended).toMatchObject({ status: 'FL', error: { code: 'source_missing' } })
  expect(fal.begun).toHaveLength(2)
  expect(await costOf(job)).toBe(2 * MICROS)
})
