import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { EngineError, type PointedAt, type Selected } from '#server/engines/spec/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, expectCleanBooks, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ann: TestPerson
let image: string
const MASK = Buffer.from('a mask')
const MIDDLE = { x: 0.5, y: 0.5 }

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})
beforeEach(async () => {
  ann = await newPerson(app, { credits: 10 })
  image = (await upload(ann, await makePng(40, 30))).id
  engine.tool.selects = async () => true
  engine.tool.select = async () => ({ mask: MASK, ms: 5 })
})

const select = (person: TestPerson, id = image, points: object[] = [MIDDLE]) =>
  person.call(api.uploadedImages.select, {
    params: { id },
    body: { points: points as { x: number; y: number }[] },
  })

test('what lies where somebody points is selected, as often as they like, for nothing', async () => {
  const asked: PointedAt[][] = []
  let file: Uint8Array = new Uint8Array()
  engine.tool.select = async ({ key, read }, points) => {
    expect(key).toContain(ann.id)
    asked.push([...points])
    file = await read()
    return { mask: MASK, ms: 5 }
  }
  const mask = `data:image/png;base64,${MASK.toString('base64')}`
  expect(await select(ann)).toEqual({ mask })
  expect(await select(ann, image, [MIDDLE, { x: 0, y: 1, part: false }])).toEqual({ mask })
  expect(file.length).toBeGreaterThan(0)
  expect(asked).toEqual([
    [{ ...MIDDLE, isPart: true }],
    [
      { ...MIDDLE, isPart: true },
      { x: 0, y: 1, isPart: false },
    ],
  ])
  expect(await balanceOf(ann)).toEqual({ credits: 10, credits_held: 0 })
})

test("nobody points at objects in somebody else's image, or at what is no place", async () => {
  const eve = await newPerson(app)
  engine.tool.select = async () => {
    throw new Error('Nobody may look at it')
  }
  await expect(select(eve)).rejects.toMatchObject({ status: 404 })
  await ann.call(api.uploadedImages.remove, { params: { id: image } })
  await expect(select(ann)).rejects.toMatchObject({ status: 404 })
  for (const points of [[], [{ x: 1.1, y: 0 }], Array.from({ length: 21 }, () => MIDDLE)])
    await expect(select(ann, image, points)).rejects.toMatchObject({ status: 400 })
})

test('the work of the networks is counted, not the presses', async () => {
  for (let press = 0; press < 30; press++) await select(ann)
  engine.tool.select = async () => ({ mask: MASK, ms: 20_000 })
  await select(ann)
  await expect(select(ann)).rejects.toMatchObject({ status: 429 })
  // Somebody else has time of their own.
  const bob = await newPerson(app)
  expect(await select(bob, (await upload(bob, await makePng(40, 30))).id)).toBeDefined()
})

test('two presses of one person wait at most', async () => {
  const answer = Promise.withResolvers<Selected>()
  let waiting = 0
  engine.tool.select = () => {
    waiting += 1
    return answer.promise
  }
  const both = [select(ann), select(ann)]
  await expect.poll(() => waiting).toBe(2)
  await expect(select(ann)).rejects.toMatchObject({ status: 429 })
  answer.resolve({ mask: MASK, ms: 1 })
  await Promise.all(both)
  await select(ann)
})

test('where nothing selects, or its process ends, that is said, and the next press may work', async () => {
  const offered = async () =>
    (await app.call(api.generationServers.list, { query: {} })).results.map(
      ({ selects }) => selects,
    )
  expect(await offered()).toEqual([true])
  engine.tool.select = () =>
    Promise.reject(
      new EngineError('engine_failed', 'It ended', { retryable: true, userMessage: 'Again.' }),
    )
  await expect(select(ann)).rejects.toMatchObject({ status: 503 })
  engine.tool.select = async () => null
  await expect(select(ann)).rejects.toMatchObject({ status: 503 })
  engine.tool.selects = async () => false
  expect(await offered()).toEqual([false])
  await expect(select(ann)).rejects.toMatchObject({ status: 503 })
})
