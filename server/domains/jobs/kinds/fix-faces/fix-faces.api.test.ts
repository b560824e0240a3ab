import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import {
  finishAll,
  scriptedFace,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, startGenerationApp, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
})

/** An order of its own image, whose faces are found again. */
const asked = async () =>
  ({ type: 'FF', image: (await upload(ada, await makePng(80, 64))).id }) as const

test('faces that are sharp already are refused unpaid', async () => {
  for (const [faces, words] of [
    [[scriptedFace({ sharp: true })], 'The face in this image is already sharp'],
    [
      [scriptedFace({ sharp: true }), scriptedFace({ index: 1, sharp: true })],
      'The faces in this image are already sharp',
    ],
  ] as const) {
    engine.faces = [...faces]
    await expect(ada.call(api.inferenceJobs.create, { body: await asked() })).rejects.toMatchObject(
      {
        status: 400,
        body: { image: [expect.stringContaining(words)] },
      },
    )
  }
  expect(engine.toolStarts).toEqual([])
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('a sharp face beside a soft one is named before it is paid', async () => {
  engine.faces = [scriptedFace({ sharp: true }), scriptedFace({ index: 1, sharp: false })]
  const body = await asked()
  const { warnings } = await ada.call(api.quotes.create, { body })
  expect(warnings).toEqual([
    { code: 'faces_sharp', message: '1 of 2 faces is already sharp and stays as it is.' },
  ])
  const job = await waitForEnd(ada, await ada.call(api.inferenceJobs.create, { body }))
  expect(job).toMatchObject({ status: 'S', images: [{}] })
  // An engine that does not say it fixes all.
  engine.faces = [scriptedFace()]
  expect((await ada.call(api.quotes.create, { body: await asked() })).warnings).toEqual([])
})

test('a result that is no better ends unpaid and is not tried again, ten times a day', async () => {
  engine.faces = [scriptedFace()]
  const begun = engine.toolStarts.length
  for (const [tries, code] of [
    [5, 'no_improvement'],
    [5, 'quality_check'],
  ] as const) {
    engine.script = () =>
      Promise.reject(
        new EngineError(code, 'judged', { retryable: false, userMessage: 'It is no better.' }),
      )
    for (let i = 0; i < tries; i++) {
      const job = await ada.call(api.inferenceJobs.create, { body: await asked() })
      expect(await waitForEnd(ada, job)).toMatchObject({
        status: 'FL',
        error: { code, message: 'It is no better.' },
      })
    }
  }
  engine.script = finishAll
  expect(engine.toolStarts.length - begun).toBe(10)
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  const body = await asked()
  await expect(ada.call(api.inferenceJobs.create, { body })).rejects.toMatchObject({
    status: 429,
    code: 'throttled',
    body: { detail: expect.stringMatching(/^10 results in the last 24 hours/) },
  })
  // Every other tool goes on, those that judge themselves too, and so does everybody else.
  const order = { ...body, type: 'ISI' as const, styles: ['plain'] }
  const avatar = await ada.call(api.inferenceJobs.create, { body: order })
  expect(await waitForEnd(ada, avatar)).toMatchObject({ status: 'S' })
  const cut = await ada.call(api.inferenceJobs.create, { body: { ...body, type: 'RB' } })
  expect(await waitForEnd(ada, cut)).toMatchObject({ status: 'S' })
  const bob = await newPerson(app)
  const image = (await upload(bob, await makePng(80, 64))).id
  const fixed = await bob.call(api.inferenceJobs.create, { body: { type: 'FF', image } })
  expect(await waitForEnd(bob, fixed)).toMatchObject({ status: 'S' })
})
