import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { finishAll, hang, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
let admin: TestPerson

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
  admin = await newAdmin(app)
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.script = finishAll
  await app.db.kysely.deleteFrom('model_samples').execute()
})

const samples = async () => (await app.call(api.generationServers.samples, {})).results
const order = () => admin.call(api.adminEngines.samples, { params: { id: engine.name }, body: {} })
const stateOf = async () =>
  (await app.db.kysely.selectFrom('model_samples').select('state').executeTakeFirst())?.state
/** Until nothing waits or is drawn. */
async function drawAll(): Promise<void> {
  await expect
    .poll(async () => {
      await app.context.samples.sweep()
      return stateOf()
    })
    .toMatch(/drawn|failed/)
}

test('a sample is drawn when an administrator asks for it, once, and shown to everybody', async () => {
  expect(await samples()).toEqual([])
  expect(await order()).toEqual({ wanted: 1 })
  expect(await order()).toEqual({ wanted: 0 })
  const begun = engine.starts.length
  await Promise.all([app.context.samples.sweep(), app.context.samples.sweep()])
  await drawAll()
  expect(engine.starts).toHaveLength(begun + 1)
  const [sample] = await samples()
  const file = Buffer.from(sample!.image.replace('data:image/webp;base64,', ''), 'base64')
  expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
  expect(await order()).toEqual({ wanted: 0 })
  // Other weights under the same name redraw it; the old one is shown until then.
  await app.db.kysely.updateTable('model_samples').set({ hash: 'other' }).execute()
  expect(await order()).toEqual({ wanted: 1 })
  expect(await samples()).toHaveLength(1)
  await drawAll()
  expect(engine.starts).toHaveLength(begun + 2)
})

test('what cannot be drawn, or should not be seen by everybody, is not shown and may be asked for again', async () => {
  engine.script = () => Promise.reject(new Error('told to'))
  await order()
  await drawAll()
  expect(await stateOf()).toBe('failed')
  expect(await samples()).toEqual([])

  engine.script = finishAll
  engine.sees = { drawing: 0, hentai: 0, neutral: 0, porn: 0.97, sexy: 0.03 }
  expect(await order()).toEqual({ wanted: 1 })
  await drawAll()
  expect(await stateOf()).toBe('failed')
  expect(await samples()).toEqual([])
})

test('one that is being drawn when the process ends is drawn by the next', async () => {
  engine.script = hang
  await order()
  await app.context.samples.sweep()
  expect(await stateOf()).toBe('drawing')
  await app.context.samples.stop()
  expect(await stateOf()).toBe('wanted')
})
