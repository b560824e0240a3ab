import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  finishAll,
  finishFirst,
  SCRIPTED_LOOKS,
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
  ada.call(api.inferenceJobs.instantAvatars, {
    body: { image, styles: SCRIPTED_LOOKS, ...more },
  })

test('the looks are public', async () => {
  const { results } = await app.call(api.inferenceJobs.avatarStyles, {})
  expect(results.map(({ id }) => id)).toEqual(SCRIPTED_LOOKS)
})

test('one image is made again by itself, in its look and with its seed', async () => {
  const job = await waitForEnd(ada, await order({ num_images: 2, seed: 7 }))
  expect(job.images.map(({ seed }) => seed)).toEqual([7, 8, 9, 10])
  const { text, ...again } = await ada.call(api.predictionImages.parameters, {
    params: { id: job.images[3]!.id },
  })
  expect(text).toContain('Style: inked, Seed: 10')
  expect(again).toMatchObject({ type: 'ISI', image, styles: ['inked'], num_images: 1, seed: 10 })
})

test('several faces and bad light are said before it is paid, and a black face is refused', async () => {
  const body = { type: 'ISI' as const, image, styles: ['plain'] }
  const dim = scriptedFace({ view: scriptedView({ light: 40, side: 1.6 }) })
  engine.faces = [dim, scriptedFace({ index: 1, x: 500 })]
  const quote = await ada.call(api.quotes.create, { body })
  expect(quote.warnings.map(({ code }) => code)).toEqual([
    'face_dark',
    'face_side_lit',
    'several_faces',
  ])
  engine.faces = [scriptedFace({ view: scriptedView({ light: 20 }) })]
  image = (await upload(ada, await makePng(88, 64))).id
  await expect(order()).rejects.toMatchObject({
    status: 400,
    body: { image: [expect.stringContaining('too dark')] },
  })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('what was delivered before the engine was lost is not made again', async () => {
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

test('an unknown look, a look named twice and an image without a face are refused unpaid', async () => {
  for (const styles of [['plain', 'nowhere'], ['plain', 'plain'], []]) {
    await expect(order({ styles })).rejects.toMatchObject({
      status: 400,
      body: { styles: [expect.any(String)] },
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
