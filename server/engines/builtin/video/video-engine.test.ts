import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { photographFile } from '#tests/support/photographs.ts'
import type { EngineVideo, OperationProgress, VideoRequest } from '../../spec/index.ts'
import { findBox } from '#server/platform/mp4-boxes.ts'
import { createVideoEngine } from './video-engine.ts'

// Networks and encoder on a machine that has other things to do.
vi.setConfig({ testTimeout: 120_000 })

const scripted = createScriptedEngine()
let folder: string
let image: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videos-'))
  image = await readFile(photographFile('astronaut'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = () =>
  createVideoEngine('builtin', scripted.image, { threads: 1, folder, log: undefined })

const order = (more: Partial<VideoRequest> = {}): VideoRequest => ({
  provider: 'BUILT_IN',
  prompt: '',
  image,
  duration: 2,
  width: 128,
  height: 96,
  motion: 'push_in',
  seed: 1,
  ...more,
})

/** Frames and their key frames, as the file's index says. */
function indexOf(video: EngineVideo): { frames: number; keys: number[]; bytes: number } {
  const file = Buffer.from(video.data)
  const table = findBox(file, 'moov', 'trak', 'mdia', 'minf', 'stbl')
  const [sizes, keys, chunk] = ['stsz', 'stss', 'stco'].map((type) => findBox(table, type))
  const count = sizes!.readUInt32BE(8)
  const bytes = Array.from({ length: count }, (_, i) => sizes!.readUInt32BE(12 + 4 * i))
  const end = chunk!.readUInt32BE(8) + bytes.reduce((sum, size) => sum + size, 0)
  expect(end).toBe(file.length)
  return {
    frames: count,
    keys: Array.from({ length: keys!.readUInt32BE(4) }, (_, i) => keys!.readUInt32BE(8 + 4 * i)),
    bytes: end,
  }
}

async function make(
  engine: ReturnType<typeof open>,
  request: VideoRequest,
  key: string,
): Promise<{ video: EngineVideo; progress: OperationProgress[] }> {
  const videos: EngineVideo[] = []
  const progress: OperationProgress[] = []
  const operation = await engine.start(request, { key, attempt: 1, begunSince: null })
  const { outcome } = await engine.follow(operation, {
    onProgress: (told) => progress.push(told),
    async onOutput(video) {
      videos.push(video)
    },
  })
  expect(outcome).toBe('succeeded')
  return { video: videos[0]!, progress }
}

test('a photograph becomes a video of every frame, whose parts are one file', async () => {
  const engine = open()
  const { video, progress } = await make(engine, order(), 'whole')
  expect(video).toMatchObject({ width: 128, height: 96, duration: 2, fps: 24, seed: 1 })
  expect(video.stills).toHaveLength(3)
  expect(indexOf(video)).toMatchObject({ frames: 48, keys: [1, 25] })
  expect(progress.at(-1)).toMatchObject({ step: 48, steps: 48 })
  expect(progress.some(({ previews }) => previews[0]?.url.startsWith('data:image/jpeg'))).toBe(true)
  // What is delivered is kept no longer.
  expect(await readdir(folder)).toEqual([])
  await engine.dispose()
})

test('what a process had finished when it ended is not made again, and the result is the same', async () => {
  const whole = open()
  const { video: expected } = await make(whole, order(), 'undisturbed')
  await whole.dispose()

  const first = open()
  const began = await first.start(order(), {
    key: 'broken-off',
    attempt: 1,
    begunSince: null,
  })
  const ended = first.follow(began, {
    onProgress({ step }) {
      if (step > 26) void first.dispose()
    },
    onOutput: async () => undefined,
  })
  await expect(ended).rejects.toMatchObject({ retryable: true })
  const [kept] = await readdir(folder)
  const segments = await readdir(join(folder, kept!))
  expect(segments).toContain('0.mp4')

  const second = open()
  const { video, progress } = await make(second, order(), 'broken-off')
  expect(progress[0]!.step).toBeGreaterThanOrEqual(24)
  expect(Buffer.from(video.data).equals(Buffer.from(expected.data))).toBe(true)
  await second.dispose()
})

test('several key images are drawn once each and run into one another', async () => {
  const engine = open()
  const [first] = await scripted.image.models()
  const key = {
    type: 'TTI' as const,
    model: first!.id,
    prompt: 'a red fox',
    negativePrompt: '',
    width: 128,
    height: 96,
    indexes: [0],
    seed: 3,
    steps: 1,
    guidanceScale: 1,
    sampler: 'Euler' as const,
    loras: [],
  }
  const { image: _image, ...request } = order({ motion: 'none' })
  const before = scripted.starts.length
  const { video } = await make(
    engine,
    { ...request, keys: [key, { ...key, prompt: 'a blue owl' }] },
    'keys',
  )
  expect(scripted.starts.length - before).toBe(2)
  expect(indexOf(video).frames).toBe(48)
  await engine.dispose()
})

test('nothing is handed over once it is cancelled', async () => {
  const engine = open()
  const operation = await engine.start(order({ duration: 8 }))
  const videos: EngineVideo[] = []
  const following = engine.follow(operation, {
    onProgress({ step }) {
      if (step > 2) void engine.cancel(operation)
    },
    async onOutput(video) {
      videos.push(video)
    },
  })
  expect(await following).toMatchObject({ outcome: 'cancelled' })
  expect(videos).toEqual([])
  await engine.cancel(operation)
  // The next one is made as if nothing had been.
  expect(indexOf((await make(engine, order(), 'after')).video).frames).toBe(48)
  await engine.dispose()
})
