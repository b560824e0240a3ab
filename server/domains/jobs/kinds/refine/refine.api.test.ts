import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
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
  await offer(true)
})

/** Whether the engine's model can draw over what is there. */
async function offer(canRefine: boolean): Promise<void> {
  const models = await engine.image.models()
  const features = canRefine ? (['image_to_image', 'refine'] as const) : ([] as const)
  for (const model of models) Object.assign(model, { features })
}

const order = (body: GenerationRequestInput) => ada.call(api.inferenceJobs.create, { body })
const guided = { type: 'UIT', prompt: 'a stone wall' } as const

test('what is asked for reaches the engine; a prompt is judged', async () => {
  const job = await waitForEnd(ada, await order({ ...guided, image, strength: 0.5, seed: 9 }))
  expect(job).toMatchObject({ status: 'S', cost: { captured: 2 } })
  expect(engine.refineStarts.at(-1)).toMatchObject({
    refinement: 'upscale',
    scale: 2,
    redrawing: { prompt: 'a stone wall', strength: 0.5, seed: 9 },
  })
  const detailed = await waitForEnd(ada, await order({ type: 'AD', image }))
  expect(detailed).toMatchObject({ status: 'S', cost: { captured: 1 } })
  expect(detailed.images[0]!.seed).toEqual(expect.any(Number))

  const blocked = await order({ ...guided, image, prompt: 'naked child' })
  expect(blocked).toMatchObject({ status: 'B', cost: { quoted: 0, held: 0 } })
  expect(await balanceOf(ada)).toEqual({ credits: 97, credits_held: 0 })
})

test('the price is that of the upscale and of an image of its size; 4 megapixels are the most', async () => {
  const large = (await upload(ada, await makePng(1000, 700))).id
  const quote = (scale: 2 | 3) =>
    ada.call(api.quotes.create, { body: { ...guided, image: large, scale } })
  expect(await quote(2)).toMatchObject({ cost: 1 + 4 })
  await expect(quote(3)).rejects.toMatchObject({
    status: 400,
    body: { scale: ['Ensure the result, now 3000 x 2100 pixels, has at most 4 megapixels.'] },
  })
})

test('an image without a face is refused unpaid', async () => {
  const { faces } = engine
  engine.faces = []
  const empty = (await upload(ada, await makePng(81, 64))).id
  await expect(order({ type: 'AD', image: empty })).rejects.toMatchObject({ status: 400 })
  engine.faces = faces
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('a server without a model for it says so, unpaid', async () => {
  await offer(false)
  for (const body of [{ ...guided, image }, { type: 'AD', image } as const])
    await expect(order(body)).rejects.toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('this server has none') },
    })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})
