import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { hashRequest } from '#server/domains/orders/index.ts'
import { openEventStream } from '#tests/support/event-stream.ts'
import { balanceOf, expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { uploadForm } from '#tests/support/uploads.ts'

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

test('says that an image is redrawn as an illustration before anything is paid', async () => {
  const person = await newPerson(app)
  const picture = await sharp({
    create: { width: 256, height: 256, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  const { id: image } = await person.call(api.uploadedImages.upload, {
    query: {},
    body: uploadForm(picture),
  })
  const quoted = (body: object) =>
    person.call(api.quotes.create, { body: { prompt: 'a red fox', ...body } })
  const codes = async (body: object) => (await quoted(body)).warnings.map(({ code }) => code)
  expect(await codes({ type: 'ITI', image })).toContain('redrawn_as_illustration')
  expect(await codes({})).not.toContain('redrawn_as_illustration')
})

const REFUSED = 'This model does not know "old fisherman".'

test('says what it understands before anything is paid', async () => {
  const person = await newPerson(app)
  const quoted = (prompt: string) => person.call(api.quotes.create, { body: { prompt } })
  const quote = await quoted('a red fox with a hat in the snow, near a zorblax')
  expect(quote).toMatchObject({
    unknown: ['zorblax'],
    left_out: ['hat'],
    draws: 'red fox - in the snow',
    model: 'atelier-v1',
  })
  expect(await quoted('dos gatos azules con sombrero en la playa')).toMatchObject({
    understood: [{ text: '2 x gato, azul' }],
    unknown: ['playa'],
    left_out: ['sombrero'],
    draws: '2 x gato, azul',
  })
  expect(quote.understood).toEqual([
    {
      text: 'red fox - in the snow',
      picture_url: expect.stringMatching(/^data:image\/jpeg;base64,/),
    },
  ])
  expect((await quoted('two dogs and a cat')).understood.map(({ text }) => text)).toEqual([
    '2 x dog',
    'cat',
  ])
  const job = { type: 'TTI' as const, prompt: 'a red fox with a hat in the snow, near a zorblax' }
  const ofBatch = await person.call(api.quotes.create, { body: { jobs: [job, job] } })
  expect(ofBatch).toMatchObject({
    cost: 8,
    understood: quote.understood,
    unknown: quote.unknown,
    left_out: quote.left_out,
  })
})

test('never charges for a subject that it does not know, and suggests others', async () => {
  const person = await newPerson(app)
  const prompt = 'an old fisherman, dramatic lighting'
  for (const body of [{ prompt }, { prompt, seed: 5 }]) {
    const refused = {
      status: 400,
      code: 'invalid',
      body: { prompt: [expect.stringContaining(REFUSED)] },
    }
    await expect(person.call(api.quotes.create, { body })).rejects.toMatchObject(refused)
    await expect(person.call(api.inferenceJobs.create, { body })).rejects.toMatchObject(refused)
    const find = person.call(api.inferenceJobs.createOrFind, { body })
    await expect(find).rejects.toMatchObject(refused)
    const jobs = [1, 2].map(() => ({ ...body, type: 'TTI' as const }))
    const ofBatch = {
      status: 400,
      body: { jobs: [0, 1].map((at) => expect.stringContaining(`${at}.prompt: ${REFUSED}`)) },
    }
    await expect(person.call(api.quotes.create, { body: { jobs } })).rejects.toMatchObject(ofBatch)
    const order = person.call(api.inferenceJobs.createBatch, { body: { jobs } })
    await expect(order).rejects.toMatchObject(ofBatch)
  }
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
  const { suggestions } = await person.call(api.generationServers.countTokens, {
    body: { text: prompt },
  })
  expect(suggestions.length).toBeGreaterThan(0)
  for (const one of suggestions) await person.call(api.quotes.create, { body: { prompt: one } })
  await expectCleanBooks(app)
})

test('a job that was taken before its words were judged is found again', async () => {
  const person = await newPerson(app)
  const body = { prompt: 'a red fox', seed: 77, num_images: 1, width: 64, height: 64, steps: 1 }
  const job = await waitForEnd(person, await person.call(api.inferenceJobs.create, { body }))
  const words = 'an old fisherman'
  const { fingerprint } = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('fingerprint')
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow()
  expect(fingerprint).not.toBeNull()
  const old = hashRequest({ ...job.parameters, prompt: words })
  await app.db.kysely
    .updateTable('inference_jobs')
    .set({ fingerprint: old })
    .where('id', '=', job.id)
    .execute()
  const again = await person.call(api.inferenceJobs.createOrFind, {
    body: { ...body, prompt: words },
  })
  expect(again.id).toBe(job.id)
  expect((await balanceOf(person)).credits).toBe(99)
  await expectCleanBooks(app)
})

test('an image names what it was drawn after, in its details and in its file', async () => {
  const person = await newPerson(app)
  const body = {
    prompt: 'an owl and a red apple',
    num_images: 1,
    steps: 2,
    width: 128,
    height: 128,
  }
  const job = await waitForEnd(person, await person.call(api.inferenceJobs.create, { body }))
  const [image] = job.images
  const made = await person.call(api.predictionImages.parameters, { params: { id: image!.id } })
  expect(made.drawn_after!.map(({ thing }) => thing)).toEqual(['owl', 'red apple'])
  for (const one of made.drawn_after!)
    expect(one).toMatchObject({
      set: expect.stringMatching(/\w/),
      licence: expect.stringMatching(/\w/),
    })
  const [{ thing, set, licence } = { thing: '', set: '', licence: '' }] = made.drawn_after!
  const text = `Drawn after: "${thing}, ${set}, ${licence};`
  expect(made.text).toContain(text)
  const file = await fetch(new URL(image!.url, app.url))
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain(text)

  // Licences ask for it wherever the image goes, so other people read it as well.
  const params = { id: image!.id }
  const shown = { is_public: true, show_prompt: true }
  await person.call(api.predictionImages.update, { params, body: shown })
  const other = await newPerson(app)
  const read = await other.call(api.predictionImages.parameters, { params })
  expect(read.drawn_after).toEqual(made.drawn_after)
  expect(read.text).toContain(text)
  const { url } = await other.call(api.predictionImages.detail, { params })
  const copy = await fetch(new URL(url, app.url))
  expect(Buffer.from(await copy.arrayBuffer()).toString('latin1')).toContain(text)
})
