import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, startGenerationApp, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let image: string
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
  image = (await upload(ada, await makePng(80, 64))).id
})

const order = (more: object = {}) =>
  ada.call(api.inferenceJobs.removeBackground, { body: { image, ...more } })

test('what is asked for beside cutting out reaches the engine, at one price', async () => {
  const correction = (await upload(ada, await makePng(80, 64), { purpose: 'mask' })).id
  const job = await waitForEnd(
    ada,
    await order({ color: '#102030', shadow: true, crop: true, correction }),
  )
  expect(job).toMatchObject({ status: 'S', cost: { captured: 1 } })
  expect(engine.toolStarts.at(-1)).toMatchObject({
    background: { red: 16, green: 32, blue: 48 },
    shadow: true,
    crop: true,
    correction: expect.any(Uint8Array),
  })
  const plain = await waitForEnd(ada, await order())
  expect(plain.status).toBe('S')
  expect(Object.keys(engine.toolStarts.at(-1)!).toSorted()).toEqual(['image', 'tool'])
})

test('an output size reaches the engine as pixels, for shops on white unless told otherwise', async () => {
  const shop = { frame: { width: 2000, height: 2000 } }
  await waitForEnd(ada, await order({ output_size: 'shop' }))
  expect(engine.toolStarts.at(-1)).toMatchObject({
    ...shop,
    background: { red: 255, green: 255, blue: 255 },
  })
  await waitForEnd(ada, await order({ output_size: 'shop', color: '#102030' }))
  expect(engine.toolStarts.at(-1)).toMatchObject({ ...shop, background: { red: 16 } })
  const job = await waitForEnd(ada, await order({ output_size: 'story' }))
  expect(job).toMatchObject({ cost: { captured: 1 }, parameters: { output_size: 'story' } })
  const { background, ...started } = engine.toolStarts.at(-1) as { background?: unknown }
  expect([background, started]).toEqual([
    undefined,
    expect.objectContaining({ frame: expect.objectContaining({ width: 1080, height: 1920 }) }),
  ])
})

test('two backgrounds and a correction that does not fit are refused unpaid', async () => {
  const refused = (more: object) =>
    order(more).then(
      () => [],
      ({ status, body }: { status: number; body: object }) => [status, ...Object.keys(body)],
    )
  const gradient = { from: '#000000', to: '#ffffff', angle: 90 }
  expect(await refused({ color: '#ffffff', gradient })).toEqual([400, 'gradient'])
  const small = (await upload(ada, await makePng(40, 64), { purpose: 'mask' })).id
  expect(await refused({ correction: small })).toEqual([400, 'correction'])
  expect(await refused({ correction: '01890000-0000-7000-8000-000000000000' })).toEqual([
    400,
    'correction',
  ])
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('an edge that is unsure is said before it is paid, of one image and of a batch', async () => {
  const request = { type: 'RB' as const, image }
  const sure = await ada.call(api.quotes.create, { body: request })
  expect(sure.warnings).toEqual([])
  engine.doubted = true
  const other = (await upload(ada, await makePng(88, 64))).id
  const unsure = [{ code: 'edge_unsure', message: expect.stringContaining('touch it up') }]
  const quote = await ada.call(api.quotes.create, { body: { ...request, image: other } })
  expect(quote).toMatchObject({ warnings: unsure, cost: 1 })
  const both = await ada.call(api.quotes.create, {
    body: { jobs: [request, { ...request, image: other }] },
  })
  expect(both).toMatchObject({ warnings: unsure, cost: 2 })
  engine.doubted = false
  const again = await ada.call(api.quotes.create, { body: { ...request, image: other } })
  expect(again.warnings).toEqual(unsure)
  const job = await waitForEnd(ada, await order({ image: other, quote: quote.id }))
  expect(job).toMatchObject({ status: 'S', cost: { captured: 1 } })
})
