import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type ModelHub, startModelHub } from '#tests/support/doubles/model-hub.ts'
import {
  balanceOf,
  expectCleanBooks,
  isEnded,
  readJob,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import {
  foregroundNetwork,
  selectionNetworks,
  writeRepository,
} from '#tests/support/random-model/tool-networks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { killToolProcesses, toolProcesses } from '#tests/support/tool-processes.ts'
import { upload } from '#tests/support/uploads.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-added-'))
const modelsDir = path.join(folder, 'models')
let hub: ModelHub
let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  const at = (name: string) => path.join(folder, name)
  const { first, second } = selectionNetworks(1024)
  writeRepository(at('select'), 'onnx/vision_encoder.onnx', first)
  hub = await startModelHub(
    {
      repositories: {
        'studioludens/birefnet-lite-512': {
          folder: writeRepository(at('lite'), 'onnx/model_fp16.onnx', foregroundNetwork(512)),
          licence: 'mit',
        },
        'Xenova/slimsam-77-uniform': {
          folder: writeRepository(at('select'), 'onnx/prompt_encoder_mask_decoder.onnx', second),
          licence: null,
        },
      },
    },
    { isOneHost: true },
  )
  app = await startTestApp({
    overrides: { pages: false },
    env: { MODELS_DIR: modelsDir, HF_ENDPOINT: hub.url, ADDED_CUT_OUT_CREDITS: '3' },
  })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
  await hub.close()
  rmSync(folder, { recursive: true })
})

const PATIENCE = { timeout: 60_000 }
const stateOf = async (id: string) =>
  (await admin.call(api.adminModels.list, {})).networks.find((one) => one.id === id)?.state
const remove = (id: string) => admin.call(api.adminModels.remove, { params: { id } })

async function addAndUse(id: string): Promise<void> {
  await admin.call(api.adminModels.add, { body: { source: id, id, accept_licence: true } })
  await expect.poll(() => stateOf(id), PATIENCE).toBe('here')
  await admin.call(api.adminModels.switchNetwork, { params: { id }, body: { on: true } })
}

/** What a cut-out costs now; engines are asked for what they have every few seconds. */
const price = async () => (await app.call(api.plans.list, {})).prices.remove_background

/** Red on the left and blue on the right, large enough to take a moment. */
const photo = sharp({ create: { width: 1000, height: 750, channels: 3, background: '#0000ff' } })
  .composite([
    {
      input: { create: { width: 500, height: 750, channels: 3, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ])
  .jpeg()
  .toBuffer()

async function orderCutOut(person: TestPerson) {
  const { id: image } = await upload(person, await photo)
  return person.call(api.inferenceJobs.create, { body: { type: 'RB', image } })
}

test('under load a network is killed and removed: every order is done or paid back', async () => {
  const id = 'birefnet-lite-512'
  await addAndUse(id)
  await expect.poll(price, PATIENCE).toBe(3)
  const people = await Promise.all([1, 2].map(() => newPerson(app, { plan: 'pro', credits: 100 })))
  const orders = await Promise.all(
    people.flatMap((person) =>
      [1, 2, 3].map(async () => ({ person, job: await orderCutOut(person) })),
    ),
  )
  const now = () => Promise.all(orders.map(({ person, job }) => readJob(person, job)))
  const ended = async () => (await now()).filter(isEnded).length
  for (const { job } of orders) expect(job.cost.quoted).toBe(3)

  await expect.poll(ended, PATIENCE).toBeGreaterThan(0)
  // In the middle of another.
  expect(killToolProcesses(modelsDir)).toBeGreaterThan(0)
  await expect.poll(() => toolProcesses(modelsDir).length, PATIENCE).toBeGreaterThan(0)
  await remove(id)
  expect(await ended()).toBeLessThan(orders.length)

  await expect.poll(ended, { timeout: 120_000 }).toBe(orders.length)
  const jobs = await now()
  for (const { status, cost } of jobs) {
    // By the network, by the built-in one in its place, or not at all.
    expect([status, cost.captured]).toEqual(
      status === 'S' ? ['S', cost.captured === 3 ? 3 : 1] : ['FL', 0],
    )
    expect(cost.captured + cost.released).toBe(3)
  }
  expect(jobs.filter(({ status }) => status === 'S').length).toBeGreaterThan(3)
  expect(new Set(jobs.map(({ cost }) => cost.captured))).toContain(3)
  expect(new Set(jobs.map(({ cost }) => cost.captured))).toContain(1)
  for (const person of people) {
    const own = orders.flatMap((one, i) => (one.person === person ? [jobs[i]!] : []))
    const spent = own.reduce((sum, { cost }) => sum + cost.captured, 0)
    expect(await balanceOf(person)).toEqual({ credits: 100 - spent, credits_held: 0 })
  }
  await expect.poll(price, PATIENCE).toBe(1)
}, 240_000)

test('an order whose network is broken on the disk ends with its credits back', async () => {
  const id = 'birefnet-lite-512'
  await addAndUse(id)
  await expect.poll(price, PATIENCE).toBe(3)
  killToolProcesses(modelsDir)
  writeFileSync(path.join(modelsDir, '.tool-networks', id, 'network.onnx'), 'no network')
  const person = await newPerson(app, { plan: 'pro', credits: 100 })
  const job = await waitForEnd(person, await orderCutOut(person))
  expect(job).toMatchObject({ status: 'FL', cost: { quoted: 3, captured: 0, released: 3 } })
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
  await remove(id)
  await expect.poll(price, PATIENCE).toBe(1)
  expect(await waitForEnd(person, await orderCutOut(person))).toMatchObject({
    status: 'S',
    cost: { captured: 1 },
  })
}, 120_000)

test('two networks that select come together, and a press works until they go, over a crash', async () => {
  const id = 'slimsam-77'
  const person = await newPerson(app)
  const { id: image } = await upload(person, await photo)
  const select = async (x: number) => {
    const body = { points: [{ x, y: 0.5 }] }
    const { mask } = await person.call(api.uploadedImages.select, { params: { id: image }, body })
    const { data, info } = await sharp(Buffer.from(mask.split(',')[1]!, 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (part: number) =>
      data[(300 * info.width + Math.round(part * info.width)) * info.channels]
    return [at(0.2), at(0.8)]
  }
  const offered = async () =>
    (await app.call(api.generationServers.list, { query: {} })).results.some(
      ({ selects }) => selects,
    )
  expect(await offered()).toBe(false)
  await expect(select(0.2)).rejects.toMatchObject({ status: 503 })
  await addAndUse(id)
  expect(await offered()).toBe(true)
  expect(await select(0.2)).toEqual([255, 0])
  expect(await select(0.8)).toEqual([0, 255])
  expect(killToolProcesses(modelsDir)).toBeGreaterThan(0)
  // Where the crash is noticed during the press, that is said; the next one is done.
  await expect.poll(() => select(0.8).catch(() => null), PATIENCE).toEqual([0, 255])
  const comparison = await admin.call(api.adminModels.compareNetwork, {
    params: { id },
    body: { photo: (await photo).toString('base64') },
  })
  expect(comparison.before.image).not.toBe(comparison.after.image)
  await remove(id)
  expect(await offered()).toBe(false)
  await expect(select(0.2)).rejects.toMatchObject({ status: 503 })
}, 120_000)
