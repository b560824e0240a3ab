import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AddedModelEntry } from '#contract/service-model-entry.ts'
import type { Engine } from '#server/engines/spec/index.ts'
import { createLogger } from '#server/platform/log.ts'
import { type FalDouble, startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { createTrialRunner, type TrialRunner } from './run-trials.ts'

const ENTRY: AddedModelEntry = {
  does: 'draw',
  name: 'Brush',
  licence: '',
  endpoint: 'somebody/brush',
  input: { prompt: '$prompt', image_size: '$size', seed: '$seed' },
  cost: { dollars: 0.02, per: 'image' },
  description: '',
  credits: 2,
  nativeSize: 512,
  maxTokens: 512,
  sizes: { min: 256, max: 1024, step: 8 },
  fit: 'cover',
  maxSteps: 50,
  drawsPeople: false,
}
const LONG_MS = 60_000
/** UTC. */
const TODAY = new Date().toISOString().slice(0, 10)

let database: TestDatabase
let fal: FalDouble
let engine: Engine
let costs: number[]
let runners: TrialRunner[]

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.kysely.insertInto('engine_states').values({ engine: 'fal' }).execute()
})
afterAll(() => database.dispose())
beforeEach(async () => {
  fal = await startFalDouble()
  // Nothing was set to it: a trial is of the description that was claimed, whatever its process has heard of.
  engine = falEngineAt(fal, { patience: { pollMs: 10 } })
  ;[costs, runners] = [[], []]
  const { kysely } = database.db
  await kysely.deleteFrom('service_models').execute()
  await kysely
    .insertInto('service_models')
    .values({
      engine: 'fal',
      id: 'brush',
      entry: JSON.stringify(ENTRY),
      margin: 30,
      trial_state: 'wanted',
      trial_at: new Date(),
    })
    .execute()
  await state({ mode: 'active', limit_reached_on: null })
})
afterEach(async () => {
  await Promise.all(runners.map((one) => one.stop()))
  await engine.dispose()
  await fal.close()
})

const state = (change: object) =>
  database.db.kysely.updateTable('engine_states').set(change).where('engine', '=', 'fal').execute()
const read = () =>
  database.db.kysely.selectFrom('service_models').selectAll().executeTakeFirstOrThrow()

function runner(limitMs?: number): TrialRunner {
  const member = { engine, kind: 'fal', source: 'added', label: null, url: null } as const
  const made = createTrialRunner({
    db: database.db,
    fleet: { members: () => new Map([['fal', { ...member, credentials: 'kept' }]]) },
    moderation: {
      judgePicture: async () => ({ verdict: 'clean', rating: 'PG', scores: null }),
    },
    recordCost: async (_tx, _engine, cost) => void costs.push(cost),
    log: createLogger({ level: 'silent' }),
    ...(limitMs !== undefined && { limitMs }),
  })
  runners.push(made)
  return made
}

test('what was claimed is tried, and the result kept where only a price changed meanwhile', async () => {
  fal.drawMs = 300
  await runner().sweep()
  await expect.poll(() => fal.begun.length).toBe(1)
  expect(fal.begun[0]).toMatchObject({ endpoint: 'somebody/brush' })
  await database.db.kysely.updateTable('service_models').set({ version: 7 }).execute()
  await expect.poll(async () => (await read()).trial_state).toBe('made')
  expect(costs).toEqual([20_000])
})

test('a trial of what is described otherwise by now is not kept', async () => {
  fal.drawMs = 300
  const trials = runner()
  await trials.sweep()
  await expect.poll(() => fal.begun.length).toBe(1)
  const again = { trial_state: 'running' as const, trial_at: new Date(Date.now() + 1000) }
  await database.db.kysely.updateTable('service_models').set(again).execute()
  await expect.poll(() => costs.length).toBe(1)
  await trials.stop()
  expect(await read()).toMatchObject({ trial_state: 'running', trial_image: null })
})

test('a trial that never ends is cancelled', async () => {
  fal.drawMs = LONG_MS
  await runner(200).sweep()
  await expect.poll(async () => (await read()).trial_state).toBe('failed')
  expect((await read()).trial_problem).toContain('too long')
  expect(fal.cancelled).toHaveLength(1)
})

test.each([{ mode: 'paused' }, { mode: 'draining' }, { limit_reached_on: TODAY }])(
  'nothing is tried while its engine takes no work: %o',
  async (change) => {
    await state(change)
    const trials = runner()
    await trials.sweep()
    expect((await read()).trial_state).toBe('wanted')
    await state({ mode: 'active', limit_reached_on: null })
    await trials.sweep()
    await expect.poll(async () => (await read()).trial_state).toBe('made')
    expect(fal.begun).toHaveLength(1)
  },
)

const WAYS: AddedModelEntry = {
  ...ENTRY,
  fromImage: {
    endpoint: 'somebody/brush/image',
    fit: 'cover',
    input: { ...ENTRY.input, image_url: '$image', strength: '$strength' },
  },
  withMask: {
    endpoint: 'somebody/brush/mask',
    input: { ...ENTRY.input, image_url: '$image', mask_url: '$mask' },
  },
}

test('a model is tried in each way that it is offered', async () => {
  await database.db.kysely
    .updateTable('service_models')
    .set({ entry: JSON.stringify(WAYS) })
    .execute()
  await runner().sweep()
  await expect.poll(async () => (await read()).trial_state).toBe('made')
  expect(fal.begun.map(({ endpoint }) => endpoint)).toEqual([
    'somebody/brush',
    'somebody/brush/image',
    'somebody/brush/mask',
  ])
  expect(fal.begun[2]!.input).toHaveProperty('mask_url')
  expect(costs).toEqual([20_000, 20_000, 20_000])
  const { width, height } = await sharp((await read()).trial_image!).metadata()
  expect(width).toBe(3 * height)
})

test('one way that fails keeps a model from being offered, and says which', async () => {
  await database.db.kysely
    .updateTable('service_models')
    .set({ entry: JSON.stringify(WAYS) })
    .execute()
  fal.faults = [null, null, 'fails']
  await runner().sweep()
  await expect.poll(async () => (await read()).trial_state).toBe('failed')
  expect((await read()).trial_problem).toMatch(/^Over a part of an image: /)
})
