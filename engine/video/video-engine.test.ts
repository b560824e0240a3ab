import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { VIDEO_MOTIONS } from '#contract/jobs/video.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import type { EngineVideo, OperationProgress, VideoRequest } from '#lib/engine-spec/index.ts'
import { findBox } from '#lib/mp4-boxes.ts'
import { depthNetwork } from '#tests/support/random-model/tool-networks.ts'
import {
  NETWORK_FILE,
  placeNetwork,
  removeNetwork,
  switchNetwork,
} from '../vision/added/added-networks.ts'
import { createToolNetworks, type ToolNetworks } from '../vision/networks.ts'
import type { ForegroundNetwork } from '../vision/remove-background/find-foreground.ts'
import { cameraFrom, scaleAt } from '../vision/scene/camera.ts'
import { psnrOf } from '../vision/scene/psnr.ts'
import { createStoryboard } from '../vision/scene/storyboard.ts'
import { createVideoEngine } from './video-engine.ts'

// Networks and encoder on a machine that has other things to do.
vi.setConfig({ testTimeout: 120_000 })

const scripted = createScriptedEngine()
let folder: string
/** A whole photograph: whatever moves in front of it is found by a network, which takes seconds of a processor. */
let photograph: Buffer
/** An image that is cut out already needs no network. */
let image: Buffer
/** Starts its process, which loads the networks, once for all tests that do not end it. */
let shared: ReturnType<typeof open>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videos-'))
  photograph = await readFile(photographFile('astronaut'))
  image = await cutOut(photograph)
  shared = open()
})
afterAll(async () => {
  await shared.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** The middle of a photo, on nothing. */
async function cutOut(photo: Buffer): Promise<Buffer> {
  const middle = Buffer.from(
    '<svg width="256" height="192"><circle cx="128" cy="110" r="60"/></svg>',
  )
  return sharp(photo)
    .resize(256, 192, { fit: 'cover' })
    .composite([{ input: middle, blend: 'dest-in' }])
    .png()
    .toBuffer()
}

const open = () =>
  createVideoEngine('builtin', scripted.image, { threads: 1, folder, log: undefined })

/** An engine that draws with what lies in a folder of models. */
const openWith = (modelsDir: string) =>
  createVideoEngine('builtin', scripted.image, {
    threads: 1,
    folder,
    added: { modelsDir, isSold: () => false },
    log: undefined,
  })

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
  const { video, progress } = await make(shared, order({ image: photograph }), 'whole')
  expect(video).toMatchObject({ width: 128, height: 96, duration: 2, fps: 24, seed: 1 })
  expect(video.stills).toHaveLength(3)
  expect(indexOf(video)).toMatchObject({ frames: 48, keys: [1, 25] })
  expect(progress.at(-1)).toMatchObject({ step: 48, steps: 48 })
  expect(progress.some(({ previews }) => previews[0]?.url.startsWith('data:image/jpeg'))).toBe(true)
  // What is delivered is kept no longer.
  expect(await readdir(folder)).toEqual([])
})

test('what a process had finished when it ended is not made again, and the result is the same', async () => {
  const long = order({ duration: 4 })
  const { video: expected } = await make(shared, long, 'undisturbed')

  const first = open()
  const began = await first.start(long, {
    key: 'broken-off',
    attempt: 1,
    begunSince: null,
  })
  const ended = first.follow(began, {
    onProgress() {
      if (readdirSync(folder).some((own) => existsSync(join(folder, own, '0.mp4'))))
        void first.dispose()
    },
    onOutput: async () => undefined,
  })
  await expect(ended).rejects.toMatchObject({ retryable: true })

  const second = open()
  const { video, progress } = await make(second, long, 'broken-off')
  expect(progress[0]!.step).toBeGreaterThanOrEqual(24)
  expect(Buffer.from(video.data).equals(Buffer.from(expected.data))).toBe(true)
  await second.dispose()
})

test('several key images are drawn once each and run into one another', async () => {
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
    shared,
    { ...request, keys: [key, { ...key, prompt: 'a blue owl' }] },
    'keys',
  )
  expect(scripted.starts.length - before).toBe(2)
  expect(indexOf(video).frames).toBe(48)
})

test('a video ends on the image that it is given to end on', async () => {
  const endImage = await cutOut(await readFile(photographFile('coffee')))
  const still = order({ motion: 'none' })
  const { video } = await make(shared, { ...still, endImage }, 'led')
  const { video: alone } = await make(shared, { ...still, image: endImage }, 'end-alone')
  const pixels = (picture: Uint8Array | undefined) => sharp(picture).raw().toBuffer()
  expect(await pixels(video.stills[2])).toEqual(await pixels(alone.stills[0]))
  expect(await pixels(video.stills[0])).not.toEqual(await pixels(alone.stills[0]))
})

test('an extension is the very video and what follows its last frame, joined without encoding again', async () => {
  const { video: first } = await make(shared, order(), 'first-part')
  const { image: _image, ...request } = order({ motion: 'pan_left' })
  const extended = {
    file: first.data,
    firstFrame: first.stills[0]!,
    lastFrame: first.stills[2]!,
    duration: first.duration,
    continuation: first.continuation!,
  }
  const { video } = await make(shared, { ...request, extended }, 'second-part')
  expect(video).toMatchObject({ duration: 4, added: 2, continuation: { by: 'frame' } })
  expect(indexOf(video)).toMatchObject({ frames: 96, keys: [1, 25, 49, 73] })
  const mdat = (file: Uint8Array) => findBox(Buffer.from(file), 'mdat')
  const old = mdat(first.data)
  expect(mdat(video.data).subarray(0, old.length).equals(old)).toBe(true)
  expect(video.stills[0]).toEqual(first.stills[0])

  // And once more, on to an end image.
  const endImage = await cutOut(await readFile(photographFile('coffee')))
  const again = { ...extended, file: video.data, lastFrame: video.stills[2]!, duration: 4 }
  const { video: longest } = await make(
    shared,
    { ...request, motion: 'none', extended: again, endImage },
    'third-part',
  )
  expect(longest).toMatchObject({ duration: 6, added: 2 })
  expect(indexOf(longest).keys).toEqual([1, 25, 49, 73, 97, 121])
})

/** The networks, of which the one that finds the foreground is asked once for the same picture: each motion sets out from it. */
function askedOnce(networks: ToolNetworks): ToolNetworks {
  type Run = ForegroundNetwork['session']['run']
  const answers = new Map<string, ReturnType<Run>>()
  return {
    ...networks,
    async foreground() {
      const own = await networks.foreground()
      const run = (feeds: Parameters<Run>[0]) => {
        const hash = createHash('sha256')
        for (const { data } of Object.values(feeds)) hash.update(data as Float32Array)
        const key = hash.digest('hex')
        const answer = answers.get(key) ?? own.session.run(feeds)
        answers.set(key, answer)
        return answer
      }
      return { ...own, session: { ...own.session, run } }
    },
  }
}

test('a camera sets out from a frame as it is, and shows no edge on its way', async () => {
  const networks = askedOnce(createToolNetworks(1))
  const [width, height] = [256, 192]
  const frame = await sharp(photograph).resize(width, height, { fit: 'cover' }).png().toBuffer()
  const shown = await sharp(frame).removeAlpha().raw().toBuffer()
  const { signal } = new AbortController()
  for (const motion of VIDEO_MOTIONS) {
    const base = { keys: [frame], motion, width, height, signal }
    const board = await createStoryboard(networks, { ...base, goesOn: true })
    const pixels = new Uint8Array(4 * width * height)
    await board.draw(0, pixels)
    const rgb = pixels.filter((_, i) => i % 4 !== 3)
    expect(psnrOf(rgb, shown), motion).toBeGreaterThan(50)
    for (const depth of [0, 0.3, 0.6, 1])
      for (let t = 0; t <= 1; t += 0.01) {
        const camera = cameraFrom(motion, t, 0.6)
        const moved = Math.max(Math.abs(camera.x), Math.abs(camera.y)) * (depth - camera.pivot)
        const scale = camera.overscan * scaleAt(camera, depth)
        expect(scale, `${motion} at ${t}`).toBeGreaterThanOrEqual(1 + 2 * Math.abs(moved) - 1e-9)
      }
  }
})

test('nothing is handed over once it is cancelled', async () => {
  const operation = await shared.start(order({ duration: 8 }))
  const videos: EngineVideo[] = []
  const following = shared.follow(operation, {
    onProgress({ step }) {
      if (step > 2) void shared.cancel(operation)
    },
    async onOutput(video) {
      videos.push(video)
    },
  })
  expect(await following).toMatchObject({ outcome: 'cancelled' })
  expect(videos).toEqual([])
  await shared.cancel(operation)
  // The next one is made as if nothing had been.
  expect(indexOf((await make(shared, order(), 'after')).video).frames).toBe(48)
})

test('a network of depth that is switched on moves a video otherwise, and when it is gone the own way is back', async () => {
  const modelsDir = await mkdtemp(join(tmpdir(), 'depth-models-'))
  const downloads = join(modelsDir, 'coming')
  await mkdir(downloads)
  const edge = 64
  await writeFile(join(downloads, NETWORK_FILE), depthNetwork(edge))
  await placeNetwork(modelsDir, downloads, {
    id: 'depth',
    name: 'Depth',
    licence: 'MIT',
    commercial: true,
    source: 'ann/net@0',
    sha256: 'ab'.repeat(32),
    runMs: 5,
    adapter: { slot: 'depth', edge, mean: [0, 0, 0], deviation: [1, 1, 1] },
  })
  const made = async (key: string) => {
    const engine = openWith(modelsDir)
    try {
      return Buffer.from((await make(engine, order({ motion: 'orbit' }), key)).video.data)
    } finally {
      await engine.dispose()
    }
  }
  try {
    const own = await made('depth-own')
    await switchNetwork(modelsDir, 'depth', true)
    expect((await made('depth-on')).equals(own)).toBe(false)

    // Its process ends in the middle, and the network goes: another begins again with the own way.
    const first = openWith(modelsDir)
    const began = await first.start(order({ motion: 'orbit' }), {
      key: 'depth-broken-off',
      attempt: 1,
      begunSince: null,
    })
    const ended = first.follow(began, {
      onProgress({ step }) {
        if (step >= 20) void first.dispose()
      },
      onOutput: async () => undefined,
    })
    await expect(ended).rejects.toMatchObject({ retryable: true })
    await removeNetwork(modelsDir, 'depth')
    expect((await made('depth-broken-off')).equals(own)).toBe(true)
  } finally {
    await rm(modelsDir, { recursive: true, force: true })
  }
})
