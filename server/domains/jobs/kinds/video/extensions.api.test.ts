import sharp from 'sharp'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { SCRIPTED_VIDEO } from '#tests/support/doubles/scripted-video.ts'
import { balanceOf, expectCleanBooks, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { ada, app, engine, get, image, made, read, withVideoApp } from '#tests/support/videos.ts'

const { create } = api.videoInferenceJobs

withVideoApp()

const extend = (video: string, body: object = {}) =>
  ada.call(create, { body: { video, duration: 2, seed: 7, ...body } })

test('an extension is a new video of the old one and what follows, and costs what is added', async () => {
  const { video: first } = await made({ duration: 4 })
  expect(first).toMatchObject({ duration: 4, can_extend: true, sound: false })
  const body = { video: first!.id, duration: 2, seed: 7 }
  const quote = await ada.call(api.quotes.create, {
    body: { call: 'video_inference_jobs', body },
  })
  expect(quote).toMatchObject({ cost: 2, lines: [{ label: 'Video, 2 s more', amount: 2 }] })
  const job = await extend(first!.id, { quote: quote.id })
  expect(job.cost).toMatchObject({ quoted: 2, held: 2 })
  await waitForEnd(ada, job)
  const done = await read(job)
  expect(done).toMatchObject({
    status: 'S',
    parameters: { video: first!.id, duration: 2, width: 80, height: 64, motion: 'push_in' },
    cost: { captured: 2, released: 0 },
    video: { duration: 6, width: 80, height: 64, can_extend: true },
  })
  const { extended } = engine.videoStarts.at(-1)!
  expect(extended).toMatchObject({ duration: 4, continuation: { by: 'frame' } })
  expect(Buffer.from(extended!.file).subarray(0, 12).equals(SCRIPTED_VIDEO)).toBe(true)
  expect(await sharp(extended!.lastFrame!).metadata()).toMatchObject({ width: 80, height: 64 })
  // The one that it goes on from is still there, and what came of it goes on too.
  expect((await get(first!.url)).status).toBe(200)
  await waitForEnd(ada, await extend(done.video!.id))
  expect(engine.videoStarts.at(-1)!.extended).toMatchObject({ duration: 6 })
  expect(await balanceOf(ada)).toEqual({ credits: 92, credits_held: 0 })
  await expectCleanBooks(app)
})

test('an extension that came out shorter costs what was added', async () => {
  const { video } = await made({ duration: 4 })
  engine.films = 5.2
  const job = await extend(video!.id, { duration: 4 })
  await waitForEnd(ada, job)
  expect(await read(job)).toMatchObject({ cost: { quoted: 4, captured: 1, released: 3 } })
})

test('an extension is begun once for one key, however often it is sent', async () => {
  const { video } = await made()
  const begun = engine.videoStarts.length
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const body = { video: video!.id, duration: 2, seed: 7 }
  const jobs = await Promise.all([1, 2, 3].map(() => ada.call(create, { body }, { headers })))
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
  await waitForEnd(ada, jobs[0]!)
  expect(engine.videoStarts.length - begun).toBe(1)
  expect(await balanceOf(ada)).toEqual({ credits: 96, credits_held: 0 })
})

test('an extension of another’s video, of none, or of an image is refused unpaid', async () => {
  const { video } = await made()
  const eve = await newPerson(app)
  await ada.call(api.predictionImages.update, {
    params: { id: video!.id },
    body: { is_public: true },
  })
  // It shows a face, and nobody can draw the mark into what is no MP4: nobody else sees more of it than its first frame.
  const seen = await eve.call(api.predictionImages.detail, { params: { id: video!.id } })
  expect(seen).toMatchObject({ type: 'VID', video: null })
  expect((await get(seen.url)).status).toBe(200)
  expect((await get(seen.url.replace('image.png', 'video.mp4'))).status).toBe(404)
  const gone = { status: 400, body: { video: ['There is no such video, or it was deleted.'] } }
  await expect(eve.call(create, { body: { video: video!.id, duration: 2 } })).rejects.toMatchObject(
    gone,
  )
  expect(await balanceOf(eve)).toEqual({ credits: 100, credits_held: 0 })
  const drawn = await waitForEnd(ada, await submit(ada))
  for (const id of ['nothing', image, drawn.images[0]!.id])
    await expect(extend(id)).rejects.toMatchObject(gone)
  await ada.call(api.predictionImages.bulk, { body: { ids: [video!.id], action: 'trash' } })
  await expect(extend(video!.id)).rejects.toMatchObject(gone)
  expect((await balanceOf(ada)).credits_held).toBe(0)
})

test('an extension that its provider cannot make any more is refused unpaid', async () => {
  const day = 24 * 3_600_000
  const cases = [
    [null, 'This video cannot be extended.'],
    [-day, 'Its provider no longer keeps this video, so it cannot be extended.'],
  ] as const
  for (const [left, text] of cases) {
    const until = new Date(Date.now() + (left ?? 0)).toISOString()
    engine.continuation = left === null ? null : { by: 'maker', id: 'its-own', until }
    const { video } = await made()
    expect(video!.can_extend).toBe(false)
    await expect(extend(video!.id)).rejects.toMatchObject({
      status: 400,
      body: { video: [text] },
    })
  }
  const until = new Date(Date.now() + day).toISOString()
  engine.continuation = { by: 'maker', id: 'its-own', until }
  const { video } = await made()
  expect(video).toMatchObject({ can_extend: true })
  expect(JSON.stringify(video)).not.toContain('its-own')
  await waitForEnd(ada, await extend(video!.id))
  expect(engine.videoStarts.at(-1)!.extended).toMatchObject({
    lastFrame: null,
    continuation: { id: 'its-own' },
  })
})

test('an extension asks for nothing that does not fit', async () => {
  const { video } = await made()
  const { id } = video!
  const plain = await made({ provider: 'RUNWAY' })
  const refusals = [
    [{ provider: 'RUNWAY' }, ['provider']],
    [{ provider: 'RUNWAY', video: plain.video!.id }, ['video']],
    [{ image, width: 80, height: 64 }, ['image', 'width', 'height']],
    [{ prompts: ['a fox', 'an owl'] }, ['prompts']],
    [{ prompt: 'a fox' }, ['prompt']],
    [{ motion: 'orbit' }, ['motion']],
    [{ duration: 8 }, ['duration']],
  ] as const
  const before = await balanceOf(ada)
  for (const [body, fields] of refusals) {
    const refused: unknown = await extend(id, body).catch(({ body: told }: { body: object }) =>
      Object.keys(told),
    )
    expect(refused).toEqual([...fields])
  }
  engine.films = 59
  const long = await made()
  await expect(extend(long.video!.id)).rejects.toMatchObject({
    body: { duration: ['A video can be extended to at most 60 seconds.'] },
  })
  expect((await balanceOf(ada)).credits).toBe(before.credits - 2)
})

test('an extension keeps the frame that it goes on from as long as the video, and no longer', async () => {
  const { video } = await made()
  const { video_storage_key: key } = await app.db.kysely
    .selectFrom('prediction_images')
    .select('video_storage_key')
    .where('id', '=', video!.id)
    .executeTakeFirstOrThrow()
  const { media } = app.context
  const frame = key!.replace('.mp4', '-last.png')
  await media.sweepStrayFiles(new Date(Date.now() + 60_000))
  expect(await media.readPicture(frame)).not.toBeNull()
  expect((await get(`/media/${frame}`)).status).toBe(404)
  await ada.call(api.predictionImages.bulk, { body: { ids: [video!.id], action: 'trash' } })
  await ada.call(api.predictionImages.bulk, { body: { ids: [video!.id], action: 'delete' } })
  await app.context.library.sweep()
  expect(await media.readPicture(frame)).toBeNull()
})
