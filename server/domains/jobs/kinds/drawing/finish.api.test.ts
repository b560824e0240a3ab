import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { SMALL, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const able = createScriptedEngine({
  name: 'able',
  capabilities: { id: 'able', features: ['finish', 'image_to_image'] },
})
const plain = createScriptedEngine({ name: 'plain', capabilities: { id: 'plain' } })

let app: TestApp
let ada: TestPerson
beforeAll(async () => {
  app = await startTestApp({ overrides: { engines: [able, plain], classifier: able } })
  ada = await newPerson(app)
})
afterAll(() => app.dispose())

test('a finish reaches the engine, the price, the job and the file', async () => {
  const body = { ...SMALL, finish: 'sticker' as const }
  const quote = await ada.call(api.quotes.create, { body })
  expect(quote).toMatchObject({
    cost: 1,
    lines: [{ label: '1 image, 64 x 64, sticker, 1 credit each' }],
  })
  const job = await waitForEnd(ada, await submit(ada, { ...body, quote: quote.id }))
  expect(job.parameters).toMatchObject({ finish: 'sticker' })
  expect(able.starts.at(-1)).toMatchObject({ finish: 'sticker' })
  const { text, ...again } = await ada.call(api.predictionImages.parameters, {
    params: { id: job.images[0]!.id },
  })
  expect(text).toContain('Finish: sticker')
  expect(again).toMatchObject({ finish: 'sticker' })
})

test.each([
  ['a model that cannot', { model: 'plain' }],
  ['image to image', { type: 'ITI', model: 'able' }],
])('%s refuses it', async (_, changes) => {
  const refused = ada.call(api.inferenceJobs.create, {
    body: { ...SMALL, ...changes, finish: 'transparent' } as never,
  })
  await expect(refused).rejects.toMatchObject({ status: 400, body: { finish: expect.anything() } })
})
