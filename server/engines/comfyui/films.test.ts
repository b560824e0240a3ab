import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { VideoRequest as Asked } from '#contract/jobs/video.ts'
import type { ComfyuiFault } from '#tests/support/doubles/comfyui-failures.ts'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { makePng } from '#tests/support/pictures.ts'
import type {
  Beginning,
  Engine,
  EngineOperation,
  EngineVideo,
  OperationProgress,
  VideoRequest,
} from '../spec/index.ts'
import { createComfyuiEngine } from './comfyui-engine.ts'

let server: ComfyuiDouble
let engine: Engine
let workflowsDir: string

const connect = () => createComfyuiEngine({ address: server.url, workflowsDir, patienceMs: 300 })

beforeEach(async () => {
  workflowsDir = await mkdtemp(join(tmpdir(), 'atelier-workflows-'))
  server = await startComfyuiDouble()
  server.choices = {
    CheckpointLoaderSimple: {
      ckpt_name: ['ltx-video-2b-v0.9.5.safetensors', 'ltxv-2b-0.9.6-distilled-04-25.safetensors'],
    },
    UNETLoader: {
      unet_name: [
        'wan2.1_i2v_480p_14B_fp8.safetensors',
        'wan2.1_t2v_1.3B_fp16.safetensors',
        'wan2.2_t2v_high_noise_14B.safetensors',
        'wan2.2_ti2v_5B_fp16.safetensors',
      ],
    },
    CLIPLoader: { clip_name: ['t5xxl_fp16.safetensors', 'umt5_xxl_fp8.safetensors'] },
    CLIPVisionLoader: { clip_name: ['clip_vision_h.safetensors'] },
    VAELoader: { vae_name: ['wan2.2_vae.safetensors', 'wan_2.1_vae.safetensors'] },
  }
  engine = connect()
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
  await rm(workflowsDir, { recursive: true })
})

const WAN = 'COMFYUI:wan2.1_t2v_1.3B_fp16'
const LTX = 'COMFYUI:ltx-video-2b-v0.9.5'
const REQUEST: VideoRequest = {
  provider: WAN,
  prompt: 'a red fox runs',
  duration: 5,
  width: 832,
  height: 480,
  motion: 'none',
  seed: 7,
}

const begin = (request: Partial<VideoRequest> = {}, beginning?: Beginning) =>
  engine.video!.start({ ...REQUEST, ...request }, beginning)

async function follow(operation: EngineOperation) {
  const videos: EngineVideo[] = []
  const progress: OperationProgress[] = []
  const result = await engine.video!.follow(operation, {
    onProgress: (now) => void progress.push(now),
    onOutput: async (video) => void videos.push(video),
  })
  return { videos, progress, result }
}
const make = async (request: Partial<VideoRequest> = {}) => follow(await begin(request))
const nodes = () => server.prompts[0]!.nodes

test('each model that has all it needs is offered, with what its workflows make', async () => {
  const models = await engine.video!.models()
  expect(
    models.map(({ provider, prompt, image }) => [provider.replace('COMFYUI:', ''), prompt, image]),
  ).toEqual([
    ['wan2.2_ti2v_5B_fp16', 'optional', 'optional'],
    ['wan2.1_i2v_480p_14B_fp8', 'optional', 'needed'],
    ['wan2.1_t2v_1.3B_fp16', 'needed', 'none'],
    ['ltxv-2b-0.9.6-distilled-04-25', 'optional', 'optional'],
    ['ltx-video-2b-v0.9.5', 'optional', 'optional'],
  ])
  expect(models[2]).toMatchObject({
    name: 'wan2.1 t2v 1.3B fp16',
    durations: [5, 2, 3, 4],
    motions: ['none'],
    maxPrompts: 0,
  })
  expect(models[2]?.sizes[0]).toEqual({ width: 832, height: 480 })
  for (const { provider } of models)
    expect(Asked.parse({ type: 'VID', provider }).provider).toBe(provider)
  // What makes videos draws no images.
  expect(await engine.image!.models()).toEqual([])
  expect(await engine.health()).toMatchObject({ state: 'ready', detail: null })
})

test('one that lacks a file or a node is not offered, and the state says what', async () => {
  server.choices['VAELoader'] = { vae_name: ['wan2.2_vae.safetensors'] }
  server.choices['CLIPLoader'] = { clip_name: ['umt5_xxl_fp8.safetensors'] }
  const models = await engine.video!.models()
  expect(models.map(({ provider }) => provider)).toEqual(['COMFYUI:wan2.2_ti2v_5B_fp16'])
  const { detail } = await engine.health()
  expect(detail).toContain('ltx-video-2b-v0.9.5.safetensors: no file like "t5xxl" for CLIPLoader')
  expect(detail?.match(/ltx-video-2b/g)).toHaveLength(1)
})

test('words become a video, which is copied without what the server wrote into it', async () => {
  server.drawMs = 300
  const operation = await begin()
  expect(nodes()).toMatchObject({
    unet: { inputs: { unet_name: 'wan2.1_t2v_1.3B_fp16.safetensors' } },
    vae: { inputs: { vae_name: 'wan_2.1_vae.safetensors' } },
    positive: { inputs: { text: 'a red fox runs' } },
    latent: { inputs: { width: 832, height: 480, length: 81 } },
    sampler: { inputs: { seed: 7, steps: 30, cfg: 6, sampler_name: 'uni_pc', denoise: 1 } },
    video: { inputs: { fps: 16 } },
  })
  const { videos, progress, result } = await follow(operation)
  expect(result.outcome).toBe('succeeded')
  expect(videos).toHaveLength(1)
  expect(videos[0]).toMatchObject({
    index: 0,
    contentType: 'video/mp4',
    width: 64,
    height: 64,
    fps: 16,
    seed: 7,
  })
  expect(server.video.includes('class_type')).toBe(true)
  expect(Buffer.from(videos[0]!.data).includes('class_type')).toBe(false)
  expect(videos[0]!.data).toHaveLength(server.video.length)
  expect(await sharp(videos[0]!.stills[0]).metadata()).toMatchObject({ width: 64, height: 64 })
  expect(progress.at(-1)).toMatchObject({ step: 81, steps: 81, fraction: 1 })
  expect(progress.some(({ step }) => step > 0 && step < 81)).toBe(true)
  expect(progress.flatMap(({ previews }) => previews)[0]?.url).toMatch(/^data:image\/jpeg/)
  expect(server.prompts).toEqual([])
})

test('an image is its first frame, in its shape', async () => {
  server.drawMs = 60_000
  const operation = await begin({ provider: LTX, image: await makePng(100, 400), duration: 2 })
  expect(nodes()).toMatchObject({
    checkpoint: { inputs: { ckpt_name: 'ltx-video-2b-v0.9.5.safetensors' } },
    latent: { class_type: 'LTXVImgToVideo', inputs: { length: 49 } },
    timed: { inputs: { frame_rate: 24 } },
  })
  const { source } = nodes()
  const file = server.files.get(`input/${String(source?.inputs['image'])}`)
  expect(await sharp(file).metadata()).toMatchObject({ width: 832, height: 480, format: 'jpeg' })
  await engine.video!.cancel(operation)
})

test('steps that another node spaces are told too', async () => {
  server.drawMs = 300
  const { progress } = await make({ provider: LTX })
  expect(progress.some(({ step, steps }) => step > 0 && step < steps)).toBe(true)
})

test('what a model does not begin with is refused', async () => {
  const image = await makePng(64, 64)
  await expect(begin({ image })).rejects.toMatchObject({ code: 'unsupported', retryable: false })
  const provider = 'COMFYUI:wan2.1_i2v_480p_14B_fp8'
  await expect(begin({ provider })).rejects.toMatchObject({ code: 'unsupported' })
  await expect(begin({ provider: 'COMFYUI:gone' })).rejects.toMatchObject({ code: 'model_missing' })
})

describe("workflows of one's own", () => {
  const OWN = {
    words: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['clip', 0] } },
    clip: {
      class_type: 'CLIPLoader',
      inputs: { clip_name: 't5xxl_fp16.safetensors', type: 'ltxv' },
    },
    latent: {
      class_type: 'EmptyLTXVLatentVideo',
      inputs: { width: '{{width}}', height: '{{height}}', length: '{{frames}}', batch_size: 1 },
    },
    noise: {
      class_type: 'KSampler',
      inputs: { seed: '{{seed}}', steps: 4, latent_image: ['latent', 0] },
    },
    save: {
      class_type: 'SaveAnimatedWEBP',
      inputs: { images: ['noise', 0], filename_prefix: '{{output}}', fps: '{{fps}}' },
    },
  }

  async function animation(): Promise<Buffer> {
    const colours = ['#a02020', '#20a020', '#2020a0']
    const frames = await Promise.all(
      colours.map((background) =>
        sharp({ create: { width: 66, height: 50, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    return sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 200, 100] })
      .toBuffer()
  }

  test('one as it was exported is a video when it names its frames; animated WebP becomes an MP4', async () => {
    await writeFile(join(workflowsDir, 'my clip.json'), JSON.stringify(OWN))
    server.video = await animation()
    const model = (await engine.video!.models()).find(({ name }) => name === 'my clip')
    expect(model).toMatchObject({ provider: 'COMFYUI:my_clip', image: 'none', durations: [3] })
    const operation = await begin({ provider: 'COMFYUI:my_clip', duration: 3 })
    expect(nodes()).toMatchObject({ latent: { inputs: { length: 49 } } })
    const { videos } = await follow(operation)
    expect(videos[0]).toMatchObject({ width: 66, height: 50, fps: 10, duration: 0.4 })
  })

  test('a file that cannot become an MP4 here is said to be so', async () => {
    vi.stubEnv('PATH', workflowsDir)
    await writeFile(join(workflowsDir, 'clip.json'), JSON.stringify(OWN))
    server.video = Buffer.from('1a45dfa3', 'hex')
    await expect(make({ provider: 'COMFYUI:clip', duration: 3 })).rejects.toMatchObject({
      code: 'picture_failed',
      message: expect.stringContaining(
        'it is no MP4 with H.264, and ffmpeg did not make one',
      ) as string,
    })
    vi.unstubAllEnvs()
  })

  test('one for a file comes before that of the program, and says what it makes', async () => {
    const shipped = JSON.parse(
      await readFile(new URL('workflows/wan-video.json', import.meta.url), 'utf8'),
    ) as object
    const video = { fps: 8, frameStep: 1, durations: [4], sizes: [[512, 512]], steps: 6 }
    await writeFile(join(workflowsDir, 'fast.json'), JSON.stringify({ ...shipped, video }))
    const model = (await engine.video!.models()).find(({ provider }) => provider === WAN)
    expect(model).toMatchObject({ durations: [4], sizes: [{ width: 512, height: 512 }] })
    server.drawMs = 60_000
    const operation = await begin({ duration: 4 })
    expect(nodes()).toMatchObject({
      latent: { inputs: { length: 33 } },
      sampler: { inputs: { steps: 6 } },
    })
    await engine.video!.cancel(operation)
  })
})

describe('what goes wrong', () => {
  test.each<[ComfyuiFault, { code: string; retryable: boolean }]>([
    ['refused', { code: 'unsupported', retryable: false }],
    ['server error', { code: 'engine_failed', retryable: true }],
    ['throttled', { code: 'engine_unreachable', retryable: true }],
    ['garbage', { code: 'engine_failed', retryable: true }],
    ['half an image', { code: 'picture_failed', retryable: true }],
    ['failed', { code: 'picture_failed', retryable: true }],
    ['out of memory', { code: 'out_of_memory', retryable: false }],
    ['interrupted by somebody else', { code: 'engine_failed', retryable: true }],
  ])('%s', async (fault, error) => {
    server.faults = [fault]
    await expect(make()).rejects.toMatchObject(error)
    expect(server.prompts).toEqual([])
  })

  test('an answer that is lost is not submitted again', async () => {
    server.drawMs = 200
    server.faults = ['answer lost']
    const operation = await begin()
    expect(server.prompts).toHaveLength(1)
    expect((await follow(operation)).videos).toHaveLength(1)
  })

  test('a server that goes away for ever', async () => {
    server.drawMs = 60_000
    const operation = await begin()
    server.isAway = true
    await expect(follow(operation)).rejects.toMatchObject({ code: 'engine_unreachable' })
  })

  test('a cancel stops it on the server, and nothing comes after it', async () => {
    server.drawMs = 60_000
    const operation = await begin()
    const following = follow(operation)
    await engine.video!.cancel(operation)
    expect(await following).toMatchObject({ result: { outcome: 'cancelled' }, videos: [] })
    expect(server.interrupted).toHaveLength(1)
  })
})

describe('restarts', () => {
  test('another process delivers what was begun, by its operation and without it', async () => {
    server.drawMs = 400
    const first = await begin({}, { key: 'a job', attempt: 1, begunSince: null })
    await engine.dispose()
    engine = connect()
    const again = await begin({}, { key: 'a job', attempt: 2, begunSince: new Date() })
    expect(again).toEqual(first)
    expect(server.prompts).toHaveLength(1)
    expect((await follow(again)).videos).toHaveLength(1)
  })

  test('of a restarted server, a finished file is taken and the rest is lost', async () => {
    const operation = await begin()
    await vi.waitFor(() => expect(server.prompts[0]?.state).toBe('success'))
    server.restart()
    expect((await follow(operation)).videos).toHaveLength(1)
    server.drawMs = 60_000
    const unfinished = await begin()
    server.restart()
    await expect(follow(unfinished)).rejects.toMatchObject({
      code: 'operation_lost',
      retryable: true,
    })
  })
})
