import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { VideoJob } from '#contract/video-inference-jobs.ts'
import { createSegmentEncoder } from '#lib/encode-segment.ts'
import { findBox, readBoxes, words, writeBox } from '#lib/mp4-boxes.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { balanceOf, expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { createEngine, double, withVideoServices } from '#tests/support/service-videos.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const { create, detail } = api.videoInferenceJobs
const SOUND = Buffer.from('the sound of the sea')

withVideoServices()

let app: TestApp
let ada: TestPerson
const films: Record<'one' | 'two', Buffer> = { one: Buffer.alloc(0), two: Buffer.alloc(0) }
beforeAll(async () => {
  const scripted = createScriptedEngine()
  const engines = [scripted, createEngine('ltx'), createEngine('luma'), createEngine('kling')]
  app = await startTestApp({ overrides: { engines, classifier: scripted, pages: false } })
  films.one = withSound(await film(24))
  films.two = withSound(await film(48))
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
})

async function film(frames: number): Promise<Buffer> {
  const encoder = await createSegmentEncoder(64, 64)
  for (let frame = 0; frame < frames; frame++) encoder.add(new Uint8Array(4 * 64 * 64).fill(frame))
  return Buffer.from(encoder.finish())
}

/** The same video with a second track. Nothing is moved: the old index becomes free room, and the new one comes last. */
function withSound(file: Buffer): Buffer {
  const old = Buffer.from(findBox(file, 'moov'))
  const silent = Buffer.from(file)
  silent.write('free', silent.indexOf('moov'), 'latin1')
  const table = writeBox(
    'stbl',
    writeBox('stsz', words(0, SOUND.length, 1)),
    writeBox('stco', words(0, 1, silent.length + 8)),
  )
  const handler = writeBox('hdlr', words(0, 0), Buffer.from('soun'), words(0, 0, 0))
  const track = writeBox('trak', writeBox('mdia', handler, writeBox('minf', table)))
  return Buffer.concat([silent, writeBox('mdat', SOUND), writeBox('moov', old, track)])
}

/** What the sound track of a file leads to; null: it has none. */
function soundOf(file: Buffer): string | null {
  for (const { type, body } of readBoxes(findBox(file, 'moov'))) {
    if (type !== 'trak') continue
    if (findBox(body, 'mdia', 'hdlr').toString('latin1', 8, 12) !== 'soun') continue
    const at = findBox(body, 'mdia', 'minf', 'stbl', 'stco').readUInt32BE(8)
    return file.toString('latin1', at, at + SOUND.length)
  }
  return null
}

async function make(body: object): Promise<VideoJob> {
  const job = await ada.call(create, { body: { prompt: 'the sea', ...body } })
  await waitForEnd(ada, job)
  return ada.call(detail, { params: { id: job.id } })
}

const film1 = () => ({ status: 200, bytes: films.one })
const film2 = () => ({ status: 200, bytes: films.two })

test.each([
  ['LTX', { perSecond: 4, duration: 6 }],
  ['LUMA', { perSecond: 8, duration: 5 }],
  ['KLING_1', { perSecond: 8, duration: 5 }],
])('%s: a video and its extension keep their sound', async (provider, { perSecond, duration }) => {
  double.file = film1()
  const first = await make({ provider, duration })
  expect(first).toMatchObject({
    status: 'S',
    cost: { quoted: perSecond * duration, captured: perSecond },
    video: { duration: 1, sound: true, can_extend: true },
  })
  double.file = film2()
  const longer = await make({ provider, duration, video: first.video!.id })
  expect(longer).toMatchObject({
    status: 'S',
    cost: { quoted: perSecond * duration, captured: perSecond },
    video: { duration: 2, sound: true, can_extend: true },
  })
  for (const { video } of [first, longer]) {
    const file = Buffer.from(await (await fetch(new URL(video!.url, app.url))).arrayBuffer())
    expect(soundOf(file)).toBe(SOUND.toString())
    expect(file.toString('latin1')).toContain('trainedAlgorithmicMedia')
  }
  expect(double.begun).toHaveLength(2)
  expect(await balanceOf(ada)).toEqual({ credits: 100 - 2 * perSecond, credits_held: 0 })
  await expectCleanBooks(app)
})

test('a video that its service keeps no longer is not extended, and nothing is paid', async () => {
  double.file = film1()
  const { video } = await make({ provider: 'LUMA', duration: 5 })
  double.reject = { status: 404, body: { detail: 'not found' } }
  expect(await make({ provider: 'LUMA', duration: 5, video: video!.id })).toMatchObject({
    status: 'FL',
    error: { message: expect.stringContaining('no longer keeps this video') },
    cost: { captured: 0, released: 40 },
  })
  expect(await balanceOf(ada)).toEqual({ credits: 92, credits_held: 0 })
})
