import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { scriptedFace, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
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

/** An order of its own image, whose faces are found anew. */
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
