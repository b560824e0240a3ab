import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { openEventStream } from '#tests/support/event-stream.ts'
import { balanceOf, expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ overrides: { pages: false } })
})
afterAll(() => app.dispose())

test('the built-in engine draws what was asked, with previews on the way', async () => {
  const person = await newPerson(app)
  const stream = await openEventStream(app, { token: person.token })
  const body = { prompt: 'a red fox in the snow', width: 256, height: 192, num_images: 2, seed: 4 }
  const quote = await person.call(api.quotes.create, { body })
  const job = await person.call(api.inferenceJobs.create, { body: { ...body, quote: quote.id } })
  const last = await stream.waitFor(
    ({ event, data }) =>
      event === 'job' && (data as Job).id === job.id && (data as Job).status === 'S',
  )
  const ended = await waitForEnd(person, job)
  expect(last.data).toEqual(ended)
  expect(ended).toMatchObject({ engine: 'builtin', cost: { quoted: 2, captured: 2, released: 0 } })
  expect(await balanceOf(person)).toEqual({ credits: 98, credits_held: 0 })

  const progress = stream.events
    .filter(({ event }) => event === 'job')
    .map(({ data }) => (data as Job).progress)
  expect(progress.some(({ preview_url }) => preview_url?.startsWith('data:image/jpeg'))).toBe(true)
  const late = progress.filter(({ step, steps }) => step > steps * 0.75)
  expect(late.filter(({ preview_url }) => preview_url !== null)).toEqual([])
  for (const image of ended.images) {
    const file = await fetch(new URL(image.url, app.url))
    const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect({ width, height }).toEqual({ width: 256, height: 192 })
  }
  stream.close()

  const again = await person.call(api.inferenceJobs.create, {
    body: { ...body, num_images: 1, seed: 5 },
  })
  const repeated = await waitForEnd(person, again)
  const pixels = async (url: string) => {
    const file = await fetch(new URL(url, app.url))
    return sharp(Buffer.from(await file.arrayBuffer()))
      .raw()
      .toBuffer()
  }
  const [, second] = ended.images
  expect(await pixels(repeated.images[0]!.url)).toEqual(await pixels(second!.url))
})

test('a running image is cancelled at once', async () => {
  const person = await newPerson(app)
  const job = await person.call(api.inferenceJobs.create, {
    body: { prompt: 'an owl', num_images: 4, steps: 100 },
  })
  await expect
    .poll(
      async () =>
        (await person.call(api.inferenceJobs.detail, { params: { id: job.id } })).progress.step,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  const cancelled = await person.call(api.inferenceJobs.cancel, {
    params: { id: job.id },
    body: {},
  })
  expect(cancelled).toMatchObject({ status: 'CD', cost: { captured: 0, released: 4 }, images: [] })
  const next = await person.call(api.inferenceJobs.create, {
    body: { prompt: 'an owl', num_images: 1, steps: 2, width: 128, height: 128 },
  })
  expect(await waitForEnd(person, next)).toMatchObject({ status: 'S' })
  await expectCleanBooks(app)
})
