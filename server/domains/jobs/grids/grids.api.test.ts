import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Grid } from '#contract/grids.ts'
import type { GridRequestInput } from '#contract/jobs/grid.ts'
import {
  fail,
  finishAll,
  hang,
  SCRIPTED_MODEL,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  leaveFreePictures,
  startGenerationApp,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.script = finishAll
  ada = await newPerson(app)
})

const BASE = { prompt: 'a red fox', width: 64, height: 64, seed: 7 }
const NINE = {
  request: BASE,
  x: { of: 'steps', values: [4, 5, 6] },
  y: { of: 'prompt', find: 'fox', values: ['fox', 'hare', 'owl'] },
} satisfies GridRequestInput

const order = (body: object, headers: Record<string, string> = {}, person = ada) =>
  person.call(api.grids.create, { body: body as GridRequestInput }, { headers })

const quote = (body: object, person = ada) =>
  person.call(api.quotes.create, { body: body as GridRequestInput })

const read = ({ id }: { id: string }, person = ada) =>
  person.call(api.grids.detail, { params: { id } })

async function waitForAll(grid: Grid): Promise<Grid> {
  let seen = grid
  await expect
    .poll(
      async () => {
        seen = await read(grid)
        return seen.cells.some(({ status }) => status === 'P' || status === 'R')
      },
      { timeout: 50_000, interval: 50 },
    )
    .toBe(false)
  return seen
}

const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    ({ status, body }: { status: number; body: object }) => [status, body],
  )

test('is quoted, held and paid together; each cell is an image of the library, in its place', async () => {
  const price = await quote(NINE)
  expect(price).toMatchObject({ cost: 9 })
  const begun = engine.starts.length
  const grid = await waitForAll(await order({ ...NINE, quote: price.id }))
  expect(grid).toMatchObject({ x: NINE.x, y: NINE.y, z: null, cost: { quoted: 9, captured: 9 } })
  const prompts = grid.cells.map(({ image }) => image?.prompt)
  expect(prompts).toEqual(
    ['fox', 'hare', 'owl'].flatMap((animal) => [1, 2, 3].map(() => `a red ${animal}`)),
  )
  const jobs = await Promise.all(
    grid.cells.map(({ job: id }) => ada.call(api.inferenceJobs.detail, { params: { id } })),
  )
  expect(jobs.map(({ parameters, batch }) => [parameters['steps'], batch])).toEqual(
    [0, 1, 2].flatMap(() => [4, 5, 6].map((steps) => [steps, grid.id])),
  )
  expect(new Set(engine.starts.slice(begun).map(({ seed }) => seed))).toEqual(new Set([7]))
  expect((await ada.call(api.predictionImages.list, { query: {} })).results).toHaveLength(9)
  expect(await balanceOf(ada)).toEqual({ credits: 91, credits_held: 0 })
  const { results } = await ada.call(api.credits.statement, { query: {} })
  expect(results.filter(({ kind }) => kind === 'hold').map(({ amount }) => amount)).toEqual([-9])
  await expectCleanBooks(app)
  await expect(order({ ...NINE, quote: price.id })).rejects.toMatchObject({ code: 'quote_used' })
  const other = { ...NINE, x: { of: 'steps', values: [4] }, quote: price.id }
  await expect(order(other)).rejects.toMatchObject({ code: 'quote_mismatch' })
})

test('repeated with its key it is the same grid, also when both come at once', async () => {
  const headers = { 'Idempotency-Key': 'a grid' }
  const [one, two] = await Promise.all([order(NINE, headers), order(NINE, headers)])
  expect(two.id).toBe(one.id)
  await expect(order({ ...NINE, x: NINE.y, y: NINE.x }, headers)).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
  await waitForAll(one)
  expect(await balanceOf(ada)).toEqual({ credits: 91, credits_held: 0 })
  const { results } = await ada.call(api.grids.list, { query: {} })
  expect(results.map(({ id }) => id)).toEqual([one.id])
})

test('cells that fail say so and are given back; what chance decides is the same in all', async () => {
  engine.script = (work) => (work.request.steps === 5 ? fail(false)(work) : finishAll(work))
  const begun = engine.starts.length
  const grid = await waitForAll(
    await order({ ...NINE, request: { ...BASE, seed: null, prompt: 'a {red|blue} fox' } }),
  )
  expect(grid.cells.map(({ status }) => status)).toEqual([0, 1, 2].flatMap(() => ['S', 'FL', 'S']))
  expect(grid.cells[1]).toMatchObject({
    image: null,
    error: { message: 'The engine failed as it was told to.' },
  })
  expect(grid.cost).toEqual({ quoted: 9, captured: 6 })
  expect(new Set(engine.starts.slice(begun).map(({ seed }) => seed)).size).toBe(1)
  expect(await balanceOf(ada)).toEqual({ credits: 94, credits_held: 0 })
  await expectCleanBooks(app)
})

test('is cancelled as a batch; the sheet of another person is not there', async () => {
  engine.script = hang
  const grid = await order(NINE)
  await ada.call(api.inferenceJobs.cancelBatch, { params: { id: grid.id }, body: {} })
  expect((await waitForAll(grid)).cells.map(({ status }) => status)).toEqual(
    grid.cells.map(() => 'CD'),
  )
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  const eve = await newPerson(app)
  await expect(read(grid, eve)).rejects.toMatchObject({ status: 404 })
})

test('what does not fit is said at its axis, by the price too, and nothing is charged', async () => {
  const many = Array.from({ length: 34 }, (_, seed) => seed)
  const seeds = Array.from({ length: 101 }, (_, seed) => seed)
  const cases: [object, Record<string, RegExp>][] = [
    [{ y: { of: 'seed', values: many } }, { y: /102 cells/ }],
    [{ x: { of: 'seed', values: seeds } }, { x: /no more than 100/ }],
    [{ x: { of: 'sampler', values: ['Odd'] } }, { x: /"Odd"/ }],
    [{ x: { of: 'steps', values: [4, 101] } }, { x: /values.1/ }],
    [{ x: { of: 'model', values: [SCRIPTED_MODEL, 'none'] } }, { x: /^none: / }],
    [{ y: { of: 'prompt', find: 'dog', values: ['x'] } }, { y: /dog/ }],
    [{ y: { of: 'steps', values: [9] } }, { y: /same setting/ }],
    [{ x: { of: 'steps', values: [4, 4] } }, { x: /twice/ }],
    [{ y: { of: 'strength', values: [0.5] } }, { y: /^0.5: / }],
  ]
  for (const [change, fields] of cases) {
    const wanted = Object.entries(fields).map(([name, text]) => [
      name,
      [expect.stringMatching(text)],
    ])
    for (const send of [order, quote]) {
      expect(await refusalOf(send({ ...NINE, ...change }))).toEqual([
        400,
        Object.fromEntries(wanted),
      ])
    }
  }
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  const poor = await newPerson(app, { credits: 8 })
  await expect(order(NINE, {}, poor)).rejects.toMatchObject({ status: 402 })
  expect((await poor.call(api.grids.list, { query: {} })).results).toEqual([])
  expect(await balanceOf(poor)).toEqual({ credits: 8, credits_held: 0 })
})

test('is one labelled image for its owner, once there is something on it', async () => {
  const sheet = async ({ id }: { id: string }, { token }: TestPerson) => {
    const answer = await fetch(`${app.url}/api/grids/${id}/sheet/`, {
      headers: { authorization: `Token ${token}` },
    })
    return { answer, body: Buffer.from(await answer.arrayBuffer()) }
  }
  engine.script = (work) => (work.request.steps === 5 ? fail(false)(work) : finishAll(work))
  const grid = await waitForAll(
    await order({ ...NINE, z: { of: 'seed', values: [1, 2] }, request: { ...BASE, seed: null } }),
  )
  const { answer, body } = await sheet(grid, ada)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*atelier-grid-.*[.]jpg/)
  const { format, width, height } = await sharp(body).metadata()
  expect(format).toBe('jpeg')
  // Three cells wide; two sheets of three rows each.
  expect(width).toBeGreaterThan(3 * 64)
  expect(height).toBeGreaterThan(6 * 64)
  expect((await sheet(grid, await newPerson(app))).answer.status).toBe(404)
  engine.script = hang
  const waiting = await order(NINE)
  expect((await sheet(waiting, ada)).answer.status).toBe(404)
  await ada.call(api.inferenceJobs.cancelBatch, { params: { id: waiting.id }, body: {} })
  await waitForAll(waiting)
})

test("takes what is left of the month's images without a watermark, from its first cell on", async () => {
  await leaveFreePictures(app, ada, 2)
  expect(await quote(NINE)).toMatchObject({ marked: 7 })
  const grid = await waitForAll(await order(NINE))
  expect(grid.cells.map(({ image }) => image?.marked)).toEqual(grid.cells.map((_, at) => at >= 2))
})

test('has a third axis: sheet by sheet, and sizes each in their price', async () => {
  const grid = await waitForAll(
    await order({
      request: BASE,
      x: { of: 'seed', values: [1, 2] },
      y: { of: 'guidance_scale', values: [3, 5] },
      z: {
        of: 'size',
        values: [
          { width: 64, height: 64 },
          { width: 128, height: 64 },
        ],
      },
    }),
  )
  expect(grid.cells.map(({ image }) => [image?.width, image?.seed])).toEqual(
    [64, 128].flatMap((width) => [1, 2, 1, 2].map((seed) => [width, seed])),
  )
})
