import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { Engine, ImageControl, ImageRequest } from '../spec/index.ts'
import { createComfyuiEngine } from './comfyui-engine.ts'

let server: ComfyuiDouble
let engine: Engine
let workflowsDir: string

beforeEach(async () => {
  workflowsDir = await mkdtemp(join(tmpdir(), 'atelier-workflows-'))
  server = await startComfyuiDouble()
  engine = createComfyuiEngine({ address: server.url, workflowsDir, patienceMs: 300 })
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
  await rm(workflowsDir, { recursive: true })
})

const has = (files: string[], preprocessors: string[] = []) => {
  server.choices['ControlNetLoader'] = { control_net_name: files }
  server.preprocessors = preprocessors
}

const featuresOf = async (id: string) =>
  (await engine.image!.models())
    .find((model) => model.id === id)
    ?.features.filter((feature) => feature.startsWith('control_'))

const SD15 = ['control_v11p_sd15_canny.pth', 'control_v11f1p_sd15_depth.pth']
const SDXL = ['xinsir/controlnet-union-sdxl-promax.safetensors']
const AUX = ['DWPreprocessor', 'MiDaS-DepthMapPreprocessor']

test('a model can be led by what ControlNets of its family and preprocessors are there', async () => {
  expect(await featuresOf('photon_v1')).toEqual([])
  has([...SD15, ...SDXL])
  engine = createComfyuiEngine({ address: server.url, workflowsDir, patienceMs: 300 })
  // Without preprocessors ComfyUI itself finds edges alone.
  expect(await featuresOf('photon_v1')).toEqual(['control_canny'])
  expect(await featuresOf('anime_dreamXL')).toEqual(['control_canny'])
  has([...SD15, ...SDXL], AUX)
  engine = createComfyuiEngine({ address: server.url, workflowsDir, patienceMs: 300 })
  expect(await featuresOf('photon_v1')).toEqual(['control_canny', 'control_depth'])
  expect(await featuresOf('anime_dreamXL')).toEqual([
    'control_canny',
    'control_depth',
    'control_pose',
  ])
})

const control = async (changes: Partial<ImageControl> = {}): Promise<ImageControl> => ({
  kind: 'canny',
  image: await makePng(100, 50),
  strength: 0.7,
  start: 0.1,
  end: 0.9,
  ...changes,
})

const toShow = async () => ({ kind: 'canny' as const, image: await makePng(100, 50) })

/** What is sent for a request, of one picture. */
async function submitted(request: Partial<ImageRequest>) {
  server.drawMs = 60_000
  const operation = await engine.image!.start({
    ...SMALL_REQUEST,
    model: 'photon_v1',
    indexes: [0],
    ...request,
  })
  const found = structuredClone(server.prompts[0]!.nodes)
  await engine.image!.cancel(operation)
  return found
}

test('the ControlNet leads both prompts by the image, which covers the output', async () => {
  has(SD15)
  const nodes = await submitted({ controls: [await control()], loras: [] })
  expect(nodes).toMatchObject({
    hint: { class_type: 'Canny', inputs: { image: ['hint-image', 0] } },
    'control-net': { inputs: { control_net_name: 'control_v11p_sd15_canny.pth' } },
    controlled: {
      class_type: 'ControlNetApplyAdvanced',
      inputs: {
        positive: ['positive', 0],
        negative: ['negative', 0],
        control_net: ['control-net', 0],
        image: ['hint', 0],
        vae: ['checkpoint', 2],
        strength: 0.7,
        start_percent: 0.1,
        end_percent: 0.9,
      },
    },
    sampler: { inputs: { positive: ['controlled', 0], negative: ['controlled', 1] } },
  })
  const name = String(nodes['hint-image']?.inputs['image'])
  const sent = await sharp(server.files.get(`input/${name}`)).metadata()
  expect(sent).toMatchObject({ width: SMALL_REQUEST.width, height: SMALL_REQUEST.height })
})

test('a model for several kinds is told which; a preprocessor finds what ComfyUI does not', async () => {
  has(SDXL, AUX)
  const nodes = await submitted({
    model: 'anime_dreamXL',
    controls: [await control({ kind: 'pose' })],
  })
  expect(nodes).toMatchObject({
    hint: { class_type: 'AIO_Preprocessor', inputs: { preprocessor: 'DWPreprocessor' } },
    'control-kind': {
      class_type: 'SetUnionControlNetType',
      inputs: { control_net: ['control-net', 0], type: 'openpose' },
    },
    controlled: { inputs: { control_net: ['control-kind', 0] } },
  })
})

test('a map is followed as it is, also where nothing finds such maps', async () => {
  has(SD15)
  const photon = (await engine.image!.models()).find(({ id }) => id === 'photon_v1')
  expect(photon?.followsMaps).toEqual(['canny', 'depth'])
  expect(await featuresOf('photon_v1')).toEqual(['control_canny'])
  const depth = { kind: 'depth', image: await makePng(100, 50) } as const
  const nodes = await submitted({ controls: [await control({ ...depth, isMap: true })], loras: [] })
  expect(nodes).not.toHaveProperty('hint')
  expect(nodes).toMatchObject({
    'hint-image': { class_type: 'LoadImage' },
    'control-net': { inputs: { control_net_name: 'control_v11f1p_sd15_depth.pth' } },
    controlled: { inputs: { image: ['hint-image', 0], strength: 0.7 } },
  })
  await expect(submitted({ controls: [await control(depth)] })).rejects.toMatchObject({
    code: 'unsupported',
  })
  const shown = engine.image!.showControl!('photon_v1', depth, AbortSignal.timeout(10_000))
  await expect(shown).rejects.toMatchObject({ code: 'unsupported' })
})

test('several images lead at once: each ControlNet goes on from the one before', async () => {
  has(SD15, AUX)
  server.adapters = ['ip-adapter_sd15.safetensors']
  server.choices['CLIPVisionLoader'] = {
    clip_name: ['CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors'],
  }
  const controls = [
    await control(),
    await control({ kind: 'depth', strength: 0.4 }),
    await control({ kind: 'reference', strength: 0.9 }),
  ]
  const nodes = await submitted({ controls, loras: [] })
  expect(nodes).toMatchObject({
    controlled: {
      inputs: { positive: ['positive', 0], control_net: ['control-net', 0], image: ['hint', 0] },
    },
    'control2-controlled': {
      inputs: {
        positive: ['controlled', 0],
        negative: ['controlled', 1],
        control_net: ['control2-control-net', 0],
        image: ['control2-hint', 0],
        strength: 0.4,
      },
    },
    'control2-control-net': { inputs: { control_net_name: 'control_v11f1p_sd15_depth.pth' } },
    'control3-reference': { inputs: { weight: 0.9 } },
    sampler: { inputs: { model: ['control3-reference', 0], positive: ['control2-controlled', 0] } },
  })
  const [first, second] = ['hint-image', 'control2-hint-image'].map(
    (id) => nodes[id]?.inputs['image'],
  )
  expect(first).not.toBe(second)
})

test('what a control follows is shown, and nothing of it stays in the history', async () => {
  has(SD15)
  const shown = await engine.image!.showControl!(
    'photon_v1',
    await toShow(),
    AbortSignal.timeout(10_000),
  )
  expect(await sharp(shown).metadata()).toMatchObject({ format: 'png', width: 100, height: 50 })
  expect(server.prompts).toEqual([])
})

test('what is looked at stands in the line, and leaves it when nobody waits any more', async () => {
  has(SD15)
  server.drawMs = 60_000
  const drawing = await engine.image!.start({ ...SMALL_REQUEST, model: 'photon_v1', indexes: [0] })
  const shown = engine.image!.showControl!('photon_v1', await toShow(), AbortSignal.timeout(500))
  await expect(shown).rejects.toMatchObject({
    name: expect.stringMatching(/^(Abort|Timeout)Error$/),
  })
  expect(server.prompts.map(({ state }) => state)).toEqual(['running'])
  await engine.image!.cancel(drawing)
})

test('the look of an image leads the model, where an IP-Adapter and its eyes are there', async () => {
  has([])
  server.adapters = ['ip-adapter_sd15.safetensors']
  expect(await featuresOf('photon_v1')).toEqual([])
  server.choices['CLIPVisionLoader'] = {
    clip_name: ['CLIP-ViT-H-14-laion2B-s32B-b79K.safetensors'],
  }
  Object.assign(server.choices, {
    UNETLoader: { unet_name: ['flux1-dev.safetensors'] },
    DualCLIPLoader: {
      clip_name1: ['clip_l.safetensors', 't5xxl.safetensors'],
      clip_name2: ['clip_l.safetensors', 't5xxl.safetensors'],
    },
    VAELoader: { vae_name: ['ae.safetensors'] },
  })
  server.adapters.push('ip-adapter_sdxl_vit-h.safetensors')
  engine = createComfyuiEngine({ address: server.url, workflowsDir, patienceMs: 300 })
  expect(await featuresOf('photon_v1')).toEqual(['control_reference'])
  expect(await featuresOf('anime_dreamXL')).toEqual(['control_reference'])
  // Flux is as large as SDXL but of another family, so the adapter for SDXL does not fit it.
  expect(await featuresOf('flux1-dev')).toEqual([])
  const nodes = await submitted({ controls: [await control({ kind: 'reference' })], loras: [] })
  expect(nodes).toMatchObject({
    'reference-adapter': { inputs: { model: ['checkpoint', 0] } },
    reference: {
      class_type: 'IPAdapter',
      inputs: { image: ['reference-image', 0], weight: 0.7, start_at: 0.1, end_at: 0.9 },
    },
    sampler: { inputs: { model: ['reference', 0], positive: ['positive', 0] } },
  })
  // It looks at all of the image.
  const name = String(nodes['reference-image']?.inputs['image'])
  const sent = await sharp(server.files.get(`input/${name}`)).metadata()
  expect(sent).toMatchObject({ width: 100, height: 50 })
})

test('a ControlNet that is gone is said, and nothing is sent', async () => {
  has([])
  await expect(submitted({ controls: [await control()] })).rejects.toMatchObject({
    code: 'unsupported',
    retryable: false,
  })
  expect(server.prompts).toEqual([])
})

test('a drawing that is led comes as any other', async () => {
  has(SD15)
  const operation = await engine.image!.start({
    ...SMALL_REQUEST,
    model: 'photon_v1',
    indexes: [0, 1],
    controls: [await control()],
  })
  const { images, result } = await followImages(engine, operation)
  expect(result.outcome).toBe('succeeded')
  expect(images.map(({ width, height }) => [width, height])).toEqual([
    [64, 64],
    [64, 64],
  ])
})
