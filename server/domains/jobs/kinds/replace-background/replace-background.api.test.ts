import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { PHOTO_BACKGROUNDS } from '#contract/photo-backgrounds.ts'
import {
  createScriptedEngine,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'
import { readPhotograph } from './photographs.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let image: string

/** With a model that is not the first. */
function createPainter(): ScriptedEngine {
  const painter = createScriptedEngine()
  const { image: drawing } = painter
  const models = async () => {
    const own = await drawing.models()
    return [...own, ...own.map((model) => ({ ...model, id: 'second-model', name: 'Second' }))]
  }
  return Object.assign(painter, { image: { ...drawing, models } })
}

beforeAll(async () => {
  engine = createPainter()
  app = await startTestApp({ overrides: { engines: [engine], classifier: engine } })
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
  image = (await upload(ada, await makePng(80, 64))).id
})

const order = (more: object) =>
  ada.call(api.inferenceJobs.create, {
    body: { type: 'RPB', image, ...more },
  })

test('a colour and a gradient reach the engine as numbers', async () => {
  await waitForEnd(ada, await order({ color: '#ff8000' }))
  expect(engine.toolStarts.at(-1)).toMatchObject({ background: { red: 255, green: 128, blue: 0 } })
  await waitForEnd(ada, await order({ gradient: { from: '#000000', to: '#0000FF' } }))
  expect(engine.toolStarts.at(-1)).toMatchObject({
    background: { from: { blue: 0 }, to: { blue: 255 }, angle: 180 },
  })
})

test('a scene, and the own background out of focus, reach the engine by name', async () => {
  const job = await waitForEnd(ada, await order({ scene: 'office' }))
  expect(engine.toolStarts.at(-1)).toMatchObject({ background: { scene: 'office' } })
  expect(job.parameters).toMatchObject({ scene: 'office' })
  await waitForEnd(ada, await order({ blur: true }))
  expect(engine.toolStarts.at(-1)).toMatchObject({ background: { blurred: true } })
})

test('a photograph that comes with the app reaches the engine as a file', async () => {
  const [scene] = PHOTO_BACKGROUNDS
  const job = await waitForEnd(ada, await order({ scene }))
  expect(job).toMatchObject({ status: 'S', parameters: { scene } })
  const { background } = engine.toolStarts.at(-1) as { background: Uint8Array }
  expect(await sharp(background).metadata()).toMatchObject({ format: 'webp', width: 1600 })
  const all = await Promise.all(PHOTO_BACKGROUNDS.map(readPhotograph))
  expect(all.every(({ length }) => length > 10_000)).toBe(true)
})

test('no background, two of them and a colour that is none are refused unpaid', async () => {
  const refused = (more: object) =>
    order(more).then(
      () => [],
      ({ status, body }: { status: number; body: object }) => [status, ...Object.keys(body)],
    )
  expect(await refused({})).toEqual([400, 'non_field_errors'])
  expect(await refused({ color: '#ffffff', seed: 1 })).toEqual([400, 'seed'])
  expect(await refused({ color: '#ffffff', model: 'scripted-model' })).toEqual([400, 'model'])
  expect(await refused({ prompt: 'a green forest', model: 'no-such' })).toEqual([400, 'model'])
  expect(await refused({ color: '#ffffff', background_image: image })).toEqual([
    400,
    'background_image',
  ])
  expect(await refused({ color: 'red' })).toEqual([400, 'color'])
  expect(await refused({ scene: 'no-such' })).toEqual([400, 'scene'])
  expect(await refused({ scene: 'office', blur: true })).toEqual([400, 'blur'])
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('a prompt is judged, drawn in the shape of the image, and kept with its seed', async () => {
  const job = await waitForEnd(ada, await order({ prompt: 'a green forest', seed: 9 }))
  expect(job).toMatchObject({
    status: 'S',
    cost: { captured: 2 },
    images: [{ prompt: 'a green forest', seed: 9, model: 'scripted-model' }],
  })
  expect(engine.toolStarts.at(-1)).toMatchObject({
    background: { type: 'TTI', prompt: 'a green forest', width: 80, height: 64, seed: 9 },
  })
  const { text: _text, ...again } = await ada.call(api.predictionImages.parameters, {
    params: { id: job.images[0]!.id },
  })
  expect(again).toMatchObject({ type: 'RPB', image, prompt: 'a green forest', seed: 9 })
  const random = await waitForEnd(ada, await order({ prompt: 'a green forest' }))
  expect(random.images[0]!.seed).toEqual(expect.any(Number))

  const blocked = await order({ prompt: 'naked child' })
  expect(blocked).toMatchObject({ status: 'B', cost: { quoted: 0, held: 0 } })
  expect(await balanceOf(ada)).toEqual({ credits: 96, credits_held: 0 })
})

test('it is drawn by the model that was chosen, and by that one again', async () => {
  const asked = { prompt: 'a green forest', seed: 9, model: 'second-model' }
  const job = await waitForEnd(ada, await order(asked))
  expect(job).toMatchObject({ status: 'S', images: [{ model: 'second-model' }] })
  expect(engine.toolStarts.at(-1)).toMatchObject({ background: { model: 'second-model' } })
  const { text: _text, ...again } = await ada.call(api.predictionImages.parameters, {
    params: { id: job.images[0]!.id },
  })
  expect(again).toMatchObject(asked)
})
