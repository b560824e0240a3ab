import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import { SMALL, startGenerationApp, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let ada: TestPerson
let photo: string
beforeAll(async () => {
  const capabilities = { features: ['image_to_image', 'inpaint'] as const }
  ;({ app } = await startGenerationApp({ capabilities: { features: [...capabilities.features] } }))
  ada = await newPerson(app, { plan: 'pro' })
  photo = (await upload(ada, await makePng(80, 64))).id
})
afterAll(() => app.dispose())

/** Makes something. @returns its picture, and what its file says of how it came to be */
async function make(body: GenerationRequestInput): Promise<{ id: string; says: string }> {
  const ended = await waitForEnd(ada, await ada.call(api.inferenceJobs.create, { body }))
  const [image] = ended.images
  const file = Buffer.from(await (await fetch(app.url + image!.url)).arrayBuffer())
  const { xmpAsString = '' } = await sharp(file).metadata()
  return { id: image!.id, says: /digitalsourcetype\/(\w+)</.exec(xmpAsString)?.[1] ?? '' }
}

test('a file says how it came to be: by what was done, and from what', async () => {
  const composite = 'compositeWithTrainedAlgorithmicMedia'
  const drawn = await make({ ...SMALL })
  expect(drawn.says).toBe('trainedAlgorithmicMedia')
  const masked = await make({
    prompt: 'a fox',
    num_images: 1,
    type: 'ITI',
    image: photo,
    mask: photo,
  })
  expect(masked.says).toBe(composite)
  const cut = await make({ type: 'RB', image: photo })
  expect(cut.says).toBe('algorithmicallyEnhanced')
  const placed = await make({ type: 'RPB', image: photo, background_image: cut.id })
  expect(placed.says).toBe('composite')
  const [source_image, target_image] = [photo, photo]
  const swapped = await make({ type: 'FS', source_image, target_image, consent: true })
  expect(swapped.says).toBe(composite)
  // What is drawn stays so however it is changed.
  expect((await make({ type: 'UI', image: drawn.id, scale: 2 })).says).toBe(
    'trainedAlgorithmicMedia',
  )
  expect((await make({ type: 'RPB', image: photo, background_image: drawn.id })).says).toBe(
    composite,
  )
  await ada.call(api.predictionImages.remove, { params: { id: masked.id } })
  const chained = await make({ type: 'RB', image: swapped.id })
  expect((await make({ type: 'UI', image: chained.id, scale: 2 })).says).toBe(composite)
})
