import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  startGenerationApp,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
  ada = await newPerson(app)
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})

const pictureOf = async () => (await upload(ada, await makePng(80, 64))).id

test('the first image is changed, with the others to take from, at the price of the model', async () => {
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results[0]?.edit_models).toEqual([
    { id: 'scripted-edit_image', name: 'Scripted', licence: 'MIT', credits: 3, max_images: 2 },
  ])
  const images = [await pictureOf(), await pictureOf()]
  const before = await balanceOf(ada)
  const body = { type: 'EDI', images, prompt: 'make it snow' } as const
  const job = await waitForEnd(ada, await ada.call(api.inferenceJobs.create, { body }))
  expect(job).toMatchObject({ type: 'EDI', status: 'S', cost: { captured: 3 } })
  expect(engine.toolStarts.at(-1)).toMatchObject({ tool: 'edit_image', prompt: 'make it snow' })
  expect(await balanceOf(ada)).toEqual({ credits: before.credits - 3, credits_held: 0 })
})

test('what the model cannot take is refused by its field', async () => {
  const image = await pictureOf()
  const prompt = 'make it snow'
  const ask = (body: object) =>
    ada.call(api.inferenceJobs.create, { body: { type: 'EDI', prompt, ...body } as never })
  await expect(ask({ images: [image, image, image] })).rejects.toMatchObject({
    status: 400,
    body: { images: ['This model takes at most 2 images.'] },
  })
  await expect(ask({ images: [image], model: 'another' })).rejects.toMatchObject({
    status: 400,
    body: { model: ['There is no such model.'] },
  })
  await expect(ask({ images: [] })).rejects.toMatchObject({ status: 400 })
})

test('where no engine edits, that is said', async () => {
  const { tool: _tool, ...plain } = createScriptedEngine()
  const other = await startTestApp({ overrides: { engines: [plain], classifier: engine } })
  const person = await newPerson(other)
  const { id } = await upload(person, await makePng(80, 64))
  const body = { type: 'EDI' as const, images: [id], prompt: 'make it snow' }
  await expect(person.call(api.inferenceJobs.create, { body })).rejects.toMatchObject({
    status: 503,
    body: { detail: 'No engine here can edit images from text instructions right now.' },
  })
  await other.dispose()
})
