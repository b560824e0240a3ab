import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { PictureReview } from '#contract/picture-reviews.ts'
import { balanceOf, expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { explicitNoise } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let person: TestPerson
let staff: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())
beforeEach(async () => {
  person = await newPerson(app, { credits: 10 })
})

/** Has the built-in engine give a picture back as it is, so that the real classifier looks at it. */
async function passOn(picture: Buffer): Promise<Job> {
  const { id } = await upload(person, picture)
  const body = { type: 'ITI', prompt: 'colours', image: id, strength: 0, num_images: 1 } as const
  return waitForEnd(person, await person.call(api.inferenceJobs.create, { body }))
}

async function reviews(): Promise<PictureReview[]> {
  const { results } = await staff.call(api.pictureReviews.list, { query: {} })
  return results.filter(({ owner }) => owner === person.email)
}

test('an image that the real classifier is sure about is not delivered, and costs nothing', async () => {
  const before = await balanceOf(person)
  const job = await passOn(await explicitNoise('sure'))
  expect(job).toMatchObject({
    status: 'B',
    images: [],
    error: { code: 'picture_blocked' },
    cost: { held: 0, captured: 0, released: 1 },
  })
  expect(await balanceOf(person)).toEqual(before)
  const [review] = await reviews()
  expect(review).toMatchObject({ verdict: 'blocked', state: 'open', url: null })
  const { porn, hentai } = review!.scores!
  expect(porn + hentai).toBeGreaterThan(0.95)
  await expectCleanBooks(app)
})

test('one that it is less sure about is delivered under a cover, and laid before the staff', async () => {
  const job = await passOn(await explicitNoise('doubtful'))
  expect(job).toMatchObject({ status: 'S', images: [{ rating: 'X' }], cost: { captured: 1 } })
  expect(await reviews()).toMatchObject([
    { verdict: 'sensitive', state: 'open', image: job.images[0]!.id },
  ])
  await expectCleanBooks(app)
})
