import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { CLEAN, fail, finishAll, hang } from '#tests/support/doubles/scripted-engine.ts'
import { SCRIPTED_VIDEO } from '#tests/support/doubles/scripted-video.ts'
import {
  balanceOf,
  expectCleanBooks,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { upload } from '#tests/support/uploads.ts'
import {
  ada,
  app,
  engine,
  get,
  image,
  made,
  order,
  read,
  withVideoApp,
} from '#tests/support/videos.ts'

const { createOf, running, success, detail, remove, cancel, providers } = api.videoInferenceJobs

withVideoApp()

describe('a video', () => {
  test('is priced by the second, made, paid and shown with its first frame', async () => {
    const body = { image, duration: 2, seed: 7 }
    const quote = await ada.call(api.quotes.create, {
      body: { call: 'video_inference_jobs', body },
    })
    expect(quote).toMatchObject({ cost: 2, lines: [{ label: 'Video, 2 s', amount: 2 }] })
    const job = await made({ quote: quote.id })
    expect(job).toMatchObject({
      type: 'video',
      status: 'S',
      parameters: { provider: 'BUILT_IN', duration: 2, motion: 'push_in', width: 80, height: 64 },
      cost: { quoted: 2, captured: 2, released: 0 },
      progress: { step: 48, steps: 48, fraction: 1 },
      engine: 'scripted',
      error: null,
      video: { width: 80, height: 64, duration: 2, fps: 24, bytes: SCRIPTED_VIDEO.length },
    })
    expect(engine.videoStarts.at(-1)).toMatchObject({ provider: 'BUILT_IN', seed: 7 })
    const poster = await get(job.video!.poster_url)
    expect(poster.headers.get('content-type')).toBe('image/png')
    await expectCleanBooks(app)
  })

  test('plays from any place, says that it was made by a machine, and is nobody else’s', async () => {
    const { video } = await made()
    const whole = await get(video!.url)
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    const file = Buffer.from(await whole.arrayBuffer())
    expect(file.subarray(0, SCRIPTED_VIDEO.length).equals(SCRIPTED_VIDEO)).toBe(true)
    expect(file.toString()).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')
    const part = await get(video!.url, { range: 'bytes=4-7' })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${file.length}`)
    expect((await get(new URL(video!.url, app.url).pathname)).status).toBe(404)
  })

  test('of an image that was made here', async () => {
    const drawn = await waitForEnd(ada, await submit(ada))
    const params = { id: drawn.images[0]!.id }
    const job = await ada.call(createOf, { params, body: { duration: 2, motion: 'orbit' } })
    expect(job.parameters).toMatchObject({ image: params.id, motion: 'orbit' })
    await waitForEnd(ada, job)
    const eve = await newPerson(app)
    await expect(eve.call(createOf, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  })

  test('of words, and of several, whose key images are drawn first', async () => {
    const job = await made({ image: undefined, prompt: 'a red fox' })
    expect(job.parameters).toMatchObject({ prompt: 'a red fox', model: 'scripted-model' })
    expect(engine.videoStarts.at(-1)!.keys).toMatchObject([{ prompt: 'a red fox', width: 80 }])
    await made({ image: undefined, prompts: ['a red fox', 'a blue owl', 'a tree'] })
    const { keys, motion } = engine.videoStarts.at(-1)!
    expect(keys!.map(({ prompt }) => prompt)).toEqual(['a red fox', 'a blue owl', 'a tree'])
    expect(motion).toBe('none')
  })

  test('ends on another image, which the engine gets beside the first', async () => {
    const end = (await upload(ada, await makePng(40, 40))).id
    const job = await made({ end_image: end, duration: undefined })
    expect(job).toMatchObject({
      status: 'S',
      parameters: { image, end_image: end, duration: 4, motion: 'none' },
      cost: { captured: 4 },
    })
    const { image: first, endImage: last } = engine.videoStarts.at(-1)!
    expect(await sharp(last).metadata()).toMatchObject({ width: 40, height: 40 })
    expect(first).not.toEqual(last)
    const eve = await newPerson(app)
    const foreign = (await upload(eve, await makePng(40, 40))).id
    await expect(order({ end_image: foreign })).rejects.toMatchObject({
      status: 400,
      body: { end_image: [expect.stringContaining('no such image')] },
    })
    expect((await balanceOf(ada)).credits_held).toBe(0)
  })

  test('that came out shorter costs what was delivered', async () => {
    engine.films = 2.6
    expect(await made({ duration: 8 })).toMatchObject({
      cost: { quoted: 8, captured: 3, released: 5 },
      video: { duration: 2.6 },
    })
    engine.films = 9
    expect(await made()).toMatchObject({ cost: { quoted: 2, captured: 2 } })
    expect(await balanceOf(ada)).toEqual({ credits: 95, credits_held: 0 })
    await expectCleanBooks(app)
  })

  test('that fails, or that may not be shown, costs nothing', async () => {
    engine.script = fail(false)
    expect(await made()).toMatchObject({
      status: 'FL',
      video: null,
      error: { code: 'engine_failed' },
      cost: { captured: 0, released: 2 },
    })
    engine.script = finishAll
    engine.sees = { ...CLEAN, porn: 1 }
    expect(await made()).toMatchObject({ status: 'B', video: null, cost: { captured: 0 } })
    const refused = await order({ prompt: 'naked child' })
    expect(refused).toMatchObject({ status: 'B', cost: { quoted: 0, held: 0 } })
    expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  })

  test('is told as it goes on, in events of its own', async () => {
    const job = await made()
    const told = await app.db.kysely
      .selectFrom('user_events')
      .select('data')
      .where('user_id', '=', ada.id)
      .where('event', '=', 'video')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(told.data).toMatchObject({ id: job.id, type: 'video', status: 'S', video: job.video })
  })
})

describe('the lists', () => {
  test('have what runs and what was made, and nothing but videos', async () => {
    await waitForEnd(ada, await submit(ada))
    const first = await made()
    engine.script = hang
    const second = await order()
    await waitUntilBegun(app, ada, second)
    expect(await ada.call(running, { query: {} })).toMatchObject({
      count: 1,
      results: [{ id: second.id }],
    })
    expect(await ada.call(success, { query: {} })).toMatchObject({
      count: 1,
      results: [{ id: first.id }],
    })

    const ended = await ada.call(cancel, { params: { id: second.id }, body: {} })
    expect(ended).toMatchObject({ status: 'CD', cost: { captured: 0, released: 2 } })
    expect(await ada.call(running, { query: {} })).toMatchObject({ count: 0 })
  })

  test('forget what is deleted: what runs is cancelled, what was made is in the trash', async () => {
    const first = await made()
    await ada.call(remove, { params: { id: first.id } })
    await expect(read(first)).rejects.toMatchObject({ status: 404 })
    await expect(ada.call(remove, { params: { id: first.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect((await get(first.video!.url)).status).toBe(404)
    expect(await ada.call(success, { query: {} })).toMatchObject({ count: 0 })
    const { results } = await ada.call(api.predictionImages.list, { query: { trashed: 'true' } })
    expect(results).toMatchObject([{ type: 'VID', video: { duration: 2 } }])

    engine.script = hang
    const second = await order()
    await waitUntilBegun(app, ada, second)
    await ada.call(remove, { params: { id: second.id } })
    await expect(read(second)).rejects.toMatchObject({ status: 404 })
    expect(await ada.call(running, { query: {} })).toMatchObject({ count: 0 })
    expect((await ada.call(api.users.me, {})).credits_held).toBe(0)

    const third = await order()
    await waitUntilBegun(app, ada, third)
    await ada.call(cancel, { params: { id: third.id }, body: {} })
    await ada.call(remove, { params: { id: third.id } })
    await expect(read(third)).rejects.toMatchObject({ status: 404 })
  })

  test('an image is no video, and what is gone for good leaves no file', async () => {
    const drawn = await waitForEnd(ada, await submit(ada))
    await expect(ada.call(detail, { params: { id: drawn.id } })).rejects.toMatchObject({
      status: 404,
    })
    const { video } = await made()
    const row = await app.db.kysely
      .selectFrom('prediction_images')
      .select('video_storage_key')
      .where('id', '=', video!.id)
      .executeTakeFirstOrThrow()
    const key = row.video_storage_key!
    expect(await app.context.media.readPicture(key)).not.toBeNull()
    await ada.call(api.predictionImages.bulk, { body: { ids: [video!.id], action: 'trash' } })
    await ada.call(api.predictionImages.bulk, { body: { ids: [video!.id], action: 'delete' } })
    await app.context.library.sweep()
    expect(await app.context.media.readPicture(key)).toBeNull()
  })
})

describe('bad input is refused unpaid', () => {
  const none = { image: undefined }
  const NOBODY = '0192f3f0-0000-7000-8000-000000000000'
  test.each([
    ['a provider that is not set up', { provider: 'LUMA' }, ['provider']],
    ['a provider that nobody knows', { provider: 'SORA' }, ['provider']],
    ['nothing to show', none, ['prompt']],
    ['an empty prompt', { ...none, prompt: '  ' }, ['prompt']],
    ['one of several prompts', { ...none, prompts: ['a fox'] }, ['prompts']],
    ['too many prompts', { ...none, prompts: ['a', 'b', 'c', 'd', 'e'] }, ['prompts']],
    ['prompts beside an image', { prompts: ['a fox', 'an owl'] }, ['prompts']],
    ['an end without a beginning', { ...none, prompt: 'a fox', end_image: 'x' }, ['image']],
    ['an end image that is not there', { end_image: 'nothing' }, ['end_image']],
    ['longer than it can lead to an end', { end_image: 'x', duration: 8 }, ['duration']],
    ['a duration between', { duration: 3 }, ['duration']],
    ['no whole seconds', { duration: 2.5 }, ['duration']],
    ['a duration as text', { duration: '2' }, ['duration']],
    ['half a size', { width: 80 }, ['height']],
    ['an odd size', { width: 81, height: 64 }, ['width']],
    ['another motion', { motion: 'rise' }, ['motion']],
    ['no motion', { motion: 'spin' }, ['motion']],
    ['a seed that is none', { seed: -1 }, ['seed']],
    ['an image that is not there', { image: 'nothing' }, ['image']],
    ['a trained model beside an image', { training: NOBODY }, ['training']],
    [
      'a trained model that is not there',
      { ...none, prompt: '{subject} runs', training: NOBODY },
      ['training'],
    ],
    [
      'a trained model in several prompts',
      { ...none, prompts: ['a fox', 'an owl'], training: NOBODY },
      ['training'],
    ],
    ['what nobody knows', { fps: 60 }, ['fps']],
  ])('%s', async (_name, body, fields) => {
    const refused = await order(body).then(
      () => [],
      ({ status, body: told }: { status: number; body: object }) => [status, ...Object.keys(told)],
    )
    expect(refused).toEqual([400, ...fields])
    expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
  })
})

test('an end image is refused, and nothing held, where the provider takes none', async () => {
  await expect(order({ provider: 'RUNWAY', end_image: image })).rejects.toMatchObject({
    status: 400,
    body: { end_image: ['This provider does not end on an image.'] },
  })
  expect(await balanceOf(ada)).toEqual({ credits: 100, credits_held: 0 })
})

test('the providers say what they make, and what a second costs and takes', async () => {
  await made()
  const { results } = await app.call(providers, {})
  expect(results).toMatchObject([
    {
      provider: 'BUILT_IN',
      durations: [4, 2, 8],
      sizes: [
        { width: 80, height: 64 },
        { width: 64, height: 80 },
      ],
      end_frame: { durations: [4, 2] },
      extend: { durations: [2, 4], motions: ['push_in', 'none'], prompt: 'none', end_frame: true },
      credits_per_second: 1,
      wait_p50: expect.any(Number),
    },
    { provider: 'RUNWAY', end_frame: null, extend: null, credits_per_second: 10 },
  ])
})
