import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  finishAll,
  finishFirst,
  SCRIPTED_SCENES,
  scriptedFace,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { scriptedView } from '#tests/support/doubles/scripted-view.ts'
import { EngineError } from '#server/engines/spec/index.ts'
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
  engine.faces = [scriptedFace()]
  engine.script = finishAll
  ada = await newPerson(app)
  image = (await upload(ada, await makePng(80, 64))).id
})

const order = (more: object = {}) =>
  ada.call(api.inferenceJobs.create, {
    body: { type: 'PHS', image, backgrounds: SCRIPTED_SCENES, ...more },
  })

test('the backgrounds are public', async () => {
  const { results } = await app.call(api.inferenceJobs.headshotBackgrounds, {})
  expect(results.map(({ id }) => id)).toEqual(SCRIPTED_SCENES)
})

test('one headshot is made again by itself, before its background', async () => {
  const job = await waitForEnd(ada, await order({ framing: 'close' }))
  const { text, ...again } = await ada.call(api.predictionImages.parameters, {
    params: { id: job.images[1]!.id },
  })
  expect(text).toContain('Tool: Headshots, Background: office, Framing: close')
  expect(again).toMatchObject({ type: 'PHS', image, backgrounds: ['office'], framing: 'close' })
})

test('what was delivered before the engine was lost is not made again, and paid once', async () => {
  let attempts = 0
  engine.script = async (work) => {
    attempts++
    if (attempts > 1) return finishAll(work)
    return finishFirst(1, async () => {
      throw new EngineError('engine_failed', 'scripted', { retryable: true, userMessage: 'Lost.' })
    })(work)
  }
  const job = await waitForEnd(ada, await order())
  expect(job).toMatchObject({ status: 'S', cost: { captured: 4, released: 0 } })
  expect(engine.toolStarts.slice(-2)).toMatchObject([{ indexes: [0, 1] }, { indexes: [1] }])
})

test('several photos are one batch with one hold', async () => {
  const other = (await upload(ada, await makePng(96, 64))).id
  const jobs = [image, other].map((one) => ({
    type: 'PHS' as const,
    image: one,
    backgrounds: SCRIPTED_SCENES,
  }))
  const quote = await ada.call(api.quotes.create, { body: { jobs } })
  expect(quote).toMatchObject({ cost: 8 })
  const batch = await ada.call(api.inferenceJobs.createBatch, { body: { jobs, quote: quote.id } })
  for (const job of batch.results) {
    expect(await waitForEnd(ada, job)).toMatchObject({ status: 'S', cost: { captured: 4 } })
  }
  expect(await balanceOf(ada)).toEqual({ credits: 92, credits_held: 0 })
})

test('somebody else beside the person is said before it is paid', async () => {
  engine.faces = [scriptedFace(), scriptedFace({ index: 1, x: 500 })]
  const quote = await ada.call(api.quotes.create, {
    body: { type: 'PHS', image, backgrounds: SCRIPTED_SCENES },
  })
  expect(quote.warnings).toContainEqual({
    code: 'several_faces',
    message: expect.stringContaining('Several faces'),
  })
  // So near that an arm of theirs would be in the headshot.
  engine.faces = [scriptedFace(), scriptedFace({ index: 1, x: 250 })]
  image = (await upload(ada, await makePng(88, 64))).id
  await expect(order()).rejects.toMatchObject({
    status: 400,
    body: { image: [expect.stringContaining('too close')] },
  })
  engine.faces = [scriptedFace({ size: 80 })]
  image = (await upload(ada, await makePng(88, 66))).id
  await expect(order()).rejects.toMatchObject({
    status: 400,
    body: { image: [expect.stringContaining('80 pixels, at least 90')] },
  })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('light that spoils the headshot is said before it is paid, and a black or bowed face is refused', async () => {
  const body = { type: 'PHS' as const, image, backgrounds: SCRIPTED_SCENES }
  engine.faces = [
    scriptedFace({ view: scriptedView({ pitch: 28, light: 40, side: -1.6, blur: 2 }) }),
  ]
  const quote = await ada.call(api.quotes.create, { body })
  expect(quote.warnings.map(({ code }) => code)).toEqual([
    'face_bowed',
    'face_dark',
    'face_side_lit',
    'face_blurred',
  ])
  engine.faces = [scriptedFace({ view: scriptedView({ light: 20 }) })]
  image = (await upload(ada, await makePng(88, 64))).id
  const refusal = { status: 400, body: { image: [expect.stringContaining('too dark')] } }
  await expect(ada.call(api.quotes.create, { body: { ...body, image } })).rejects.toMatchObject(
    refusal,
  )
  await expect(order()).rejects.toMatchObject(refusal)
  engine.faces = [scriptedFace({ view: scriptedView({ pitch: 32 }) })]
  image = (await upload(ada, await makePng(88, 66))).id
  await expect(order()).rejects.toMatchObject({
    status: 400,
    body: { image: [expect.stringContaining('bowed too far')] },
  })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('an unknown background, one named twice, and an image without a face are refused unpaid', async () => {
  for (const backgrounds of [['gray', 'nowhere'], ['gray', 'gray'], []]) {
    await expect(order({ backgrounds })).rejects.toMatchObject({
      status: 400,
      body: { backgrounds: [expect.any(String)] },
    })
  }
  engine.faces = []
  image = (await upload(ada, await makePng(88, 64))).id
  await expect(order()).rejects.toMatchObject({
    status: 400,
    body: { image: ['No face was found in this image.'] },
  })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})
