import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let scripted: TestApp
let real: TestApp
beforeAll(async () => {
  ;({ app: scripted } = await startGenerationApp())
  real = await startTestApp({ overrides: { pages: false } })
})
afterAll(async () => {
  await scripted.dispose()
  await real.dispose()
})

const judge = (person: TestPerson, { id }: { id: string }) =>
  person.call(api.predictionImages.reproduction, { params: { id } })

async function drawOne(
  person: TestPerson,
  request: GenerationRequestInput,
): Promise<PredictionImage> {
  const job = await person.call(api.inferenceJobs.create, { body: request })
  const ended = await waitForEnd(person, job)
  expect(ended.status).toBe('S')
  return ended.images.at(-1)!
}

test('what is called identical is the same file, pixel for pixel', async () => {
  const ada = await newPerson(real)
  const size = { width: 128, height: 128, steps: 4 }
  const image = await drawOne(ada, { type: 'TTI', prompt: 'a red apple', num_images: 2, ...size })
  const { verdict, reasons, refusal, request } = await judge(ada, image)
  expect({ verdict, reasons, refusal }).toEqual({
    verdict: 'identical',
    reasons: [],
    refusal: null,
  })
  const again = await drawOne(ada, request as GenerationRequestInput)
  const [first, second] = await Promise.all(
    [image, again].map(async ({ url }) => {
      const file = await fetch(new URL(url, real.url))
      return sharp(await file.arrayBuffer())
        .raw()
        .toBuffer()
    }),
  )
  expect(second!.equals(first!)).toBe(true)
})

test.each([
  ['nothing of it', {}, 'near', ['hardware']],
  ['its weights', { model_hash: 'f'.repeat(64) }, 'changed', ['weights', 'hardware']],
  ['its engine', { engine: 'other' }, 'changed', ['engine', 'hardware']],
] as const)('says what has changed: %s', async (_, change, verdict, reasons) => {
  const ada = await newPerson(scripted)
  const { images } = await waitForEnd(ada, await submit(ada))
  const [image] = images
  if (Object.keys(change).length > 0)
    await scripted.db.kysely
      .updateTable('inference_jobs')
      .set(change)
      .where('id', '=', image!.job)
      .execute()
  expect(await judge(ada, image!)).toMatchObject({ verdict, reasons, refusal: null })
})

test('says why what is not possible any more is not', async () => {
  const ada = await newPerson(scripted)
  const { images } = await waitForEnd(ada, await submit(ada))
  const { job, id } = images[0]!
  await sql`update inference_jobs set parameters = parameters || '{"model": "gone"}' where id = ${job}`.execute(
    scripted.db.kysely,
  )
  const found = await judge(ada, { id })
  expect(found).toMatchObject({ verdict: 'impossible', request: null })
  expect(found.refusal).toMatch(/model/i)
})

test("is nobody else's, and not of what is not there", async () => {
  const [ada, eve] = [await newPerson(scripted), await newPerson(scripted)]
  const { images } = await waitForEnd(ada, await submit(ada))
  for (const id of [images[0]!.id, 'nonsense'])
    await expect(judge(eve, { id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
})
