import { expect, test } from 'vitest'
import type { ServiceName } from '#tests/support/doubles/video-services.ts'
import {
  codeOf,
  double,
  engineOf,
  image,
  make,
  mp4,
  withVideoServices,
} from '#tests/support/service-videos.ts'
import type { Continuation, ExtendedVideo, VideoRequest } from '../spec/index.ts'

withVideoServices()

const extended = (continuation: Continuation): ExtendedVideo => ({
  file: mp4,
  firstFrame: image,
  lastFrame: null,
  duration: 0.5,
  continuation,
})
const bare = { image: undefined } as unknown as Partial<VideoRequest>
const its = (id: string) => extended({ by: 'maker', id, until: null })

test('an extension is asked for in the words of each service, and costs what is added', async () => {
  const { costMicros: kling } = await make(engineOf('kling'), { ...bare, extended: its('v-1') })
  expect(kling).toBe(140_000)
  await make(engineOf('luma'), {
    ...bare,
    extended: its('g-1'),
    endImage: image,
    endImageUrl: '/media/b.png',
  })
  const { video, costMicros } = await make(engineOf('ltx'), {
    ...bare,
    extended: extended({ by: 'file' }),
  })
  expect(costMicros).toBe(600_000)
  expect(video).toMatchObject({ duration: 1, added: 0.5, continuation: { by: 'file' } })
  expect(double.uploads.map((file) => file.equals(mp4))).toEqual([true])
  expect(double.begun.map(({ path, body }) => [path, body])).toEqual([
    [
      '/v1/videos/video-extend',
      { video_id: 'v-1', prompt: 'a red fox runs', callback_url: `${double.url}/hook` },
    ],
    [
      '/generations/video',
      expect.objectContaining({
        keyframes: {
          frame0: { type: 'generation', id: 'g-1' },
          frame1: { type: 'image', url: `${double.url}/media/b.png` },
        },
      }),
    ],
    [
      '/v2/extend',
      {
        video_uri: 'ltx://uploads/1',
        prompt: 'a red fox runs',
        model: 'ltx-2-3-pro',
        duration: 6,
        direction: 'end',
      },
    ],
  ])
})

test('an extension is made by what the service calls its video', async () => {
  const { video: kling } = await make(engineOf('kling'))
  const { by, id, until } = kling.continuation as Continuation & { by: 'maker' }
  expect([by, id]).toEqual(['maker', 'video-of-kling-1'])
  const days = (Date.parse(until!) - Date.now()) / (24 * 3_600_000)
  expect(days).toBeCloseTo(30, 2)
  const { video: luma } = await make(engineOf('luma'))
  expect(luma.continuation).toEqual({ by: 'maker', id: 'luma-2', until: null })
  for (const name of ['runway', 'minimax', 'heygen'] as const)
    expect((await make(engineOf(name))).video.continuation).toBeUndefined()
})

test('an extension of a video that the service keeps no longer is refused in plain words', async () => {
  const gone: [ServiceName, number, unknown][] = [
    ['kling', 404, { code: 1203, message: 'no such video' }],
    ['luma', 404, { detail: 'not found' }],
  ]
  for (const [name, status, body] of gone) {
    double.reject = { status, body }
    await expect(make(engineOf(name), { ...bare, extended: its('old') })).rejects.toMatchObject({
      code: 'unsupported',
      retryable: false,
      userMessage: { key: 'jobs.videoNotKept' },
    })
  }
  expect(double.begun).toEqual([])
})

test('an extension that did not become longer is not delivered', async () => {
  const same = { ...its('v-1'), duration: 1 }
  const lost = ['picture_failed', false]
  expect(await codeOf(make(engineOf('kling'), { ...bare, extended: same }))).toEqual(lost)
  // As long as what was asked for, it is the new part alone, though it is longer than the old one.
  const part = { ...bare, extended: { ...its('g-1'), duration: 0.5 }, duration: 2 }
  expect(await codeOf(make(engineOf('luma'), part))).toEqual(lost)
})

test('Kling: what was begun and whose answer was lost is not begun twice', async () => {
  const engine = engineOf('kling')
  const order = { ...bare, extended: its('v-1') }
  await make(engine, { ...bare, extended: its('another') })
  double.losesAnswer = true
  const first = { key: 'job', attempt: 1, begunSince: null }
  expect(await codeOf(make(engine, order, first))).toEqual(['engine_unreachable', true])
  double.losesAnswer = false
  const { video } = await make(engine, order, { ...first, attempt: 2, begunSince: new Date() })
  expect(video.continuation).toMatchObject({ id: 'video-of-kling-2' })
  expect(double.begun).toHaveLength(2)
})
