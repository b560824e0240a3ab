import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { CLEAN, finishAll, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: ScriptedEngine
let person: TestPerson
let staff: TestPerson
const EXPLICIT = { ...CLEAN, neutral: 0, porn: 0.97 }
const DOUBTFUL = { ...CLEAN, neutral: 0.2, porn: 0.75 }

beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.sees = CLEAN
  engine.script = finishAll
  person = await newPerson(app, { credits: 10 })
})

const open = async () =>
  (await staff.call(api.pictureReviews.list, { query: {} })).results.filter(
    ({ owner }) => owner === person.email,
  )

test('a job of nothing but blocked pictures ends blocked; its credits come back, no file stays', async () => {
  engine.sees = EXPLICIT
  const job = await waitForEnd(person, await submit(person, { num_images: 2 }))
  expect(job).toMatchObject({
    status: 'B',
    images: [],
    error: { code: 'picture_blocked' },
    cost: { held: 0, captured: 0, released: 2 },
  })
  expect(await open()).toMatchObject([
    { verdict: 'blocked', url: null, prompt: 'a red fox in the snow', scores: { porn: 0.97 } },
    { verdict: 'blocked', url: null },
  ])
  await expectCleanBooks(app)
})

test('what was clean before stays and is paid; the rest is not made again', async () => {
  const starts = engine.starts.length
  engine.script = async (work) => {
    await work.finish(0)
    await expect.poll(() => delivered(app, person)).toBe(1)
    engine.sees = EXPLICIT
    await work.finish(1)
  }
  const job = await waitForEnd(person, await submit(person, { num_images: 2 }))
  expect(job).toMatchObject({
    status: 'S',
    images: [{ index: 0, rating: 'PG' }],
    error: { code: 'picture_blocked' },
    cost: { captured: 1, released: 1 },
  })
  expect(engine.starts.length - starts).toBe(1)
  await expectCleanBooks(app)
})

test('a doubtful image is delivered, rated, and laid before the staff, whose word shows it plainly', async () => {
  engine.sees = DOUBTFUL
  const job = await waitForEnd(person, await submit(person))
  expect(job).toMatchObject({ status: 'S', images: [{ rating: 'X' }], cost: { captured: 1 } })
  const [review] = await open()
  expect(review).toMatchObject({ verdict: 'sensitive', state: 'open', image: job.images[0]!.id })
  expect((await fetch(app.url + review!.url!)).status).toBe(200)
  const decide = () =>
    staff.call(api.pictureReviews.decide, {
      params: { id: review!.id },
      body: { decision: 'allow' },
    })
  expect(await decide()).toMatchObject({ state: 'allowed' })
  await expect(decide()).rejects.toMatchObject({ status: 409 })
  const image = await person.call(api.predictionImages.detail, {
    params: { id: job.images[0]!.id },
  })
  expect(image.rating).toBe('PG')
  expect(await open()).toEqual([])
})

test('a classifier that fails loses no picture: it is delivered as sensitive', async () => {
  engine.sees = null
  const job = await waitForEnd(person, await submit(person))
  expect(job).toMatchObject({ status: 'S', images: [{ rating: 'Mature' }] })
  expect(await open()).toMatchObject([{ verdict: 'sensitive', scores: null }])
})

test('only the staff sees the queue', async () => {
  await expect(person.call(api.pictureReviews.list, { query: {} })).rejects.toMatchObject({
    status: 404,
  })
  const none = { params: { id: 'nothing' }, body: { decision: 'allow' } } as const
  await expect(staff.call(api.pictureReviews.decide, none)).rejects.toMatchObject({ status: 404 })
})

async function delivered(of: TestApp, { id }: TestPerson): Promise<number> {
  const rows = await of.db.kysely
    .selectFrom('prediction_images')
    .select('id')
    .where('user_id', '=', id)
    .where('status', '=', 'S')
    .execute()
  return rows.length
}
