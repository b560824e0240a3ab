import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MapKind } from '#contract/jobs/drawing.ts'
import { type A1111Double, startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { Engine, ImageControl, ImageRequest } from '../spec/index.ts'
import { createA1111Engine } from './a1111-engine.ts'

let server: A1111Double
let engine: Engine

beforeEach(async () => {
  server = await startA1111Double()
  engine = createA1111Engine(server.url)
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
})

const MODELS = [
  'None',
  'control_v11p_sd15_canny [d14c016b]',
  'control_v11p_sd15_openpose [cab727d4]',
  'xinsir-controlnet-union-sdxl [1a2b3c4d]',
]
const MODULES = ['none', 'canny', 'depth_midas', 'openpose_full']

const featuresOf = async (id: string) =>
  (await engine.image!.models())
    .find((model) => model.id === id)
    ?.features.filter((feature) => feature.startsWith('control_'))

test('a model can be led by what ControlNets of its family and preprocessors are there', async () => {
  expect(await featuresOf('photon_v1')).toEqual([])
  server.controlNet = { models: MODELS, modules: MODULES }
  expect(await featuresOf('photon_v1')).toEqual(['control_canny', 'control_pose'])
  expect(await featuresOf('dreamXL')).toEqual(['control_canny', 'control_depth', 'control_pose'])
  server.controlNet = { models: MODELS, modules: ['none'] }
  expect(await featuresOf('photon_v1')).toEqual([])
})

const control = async (changes: Partial<ImageControl> = {}): Promise<ImageControl> => ({
  kind: 'canny',
  image: await makePng(100, 50),
  strength: 0.7,
  start: 0.1,
  end: 0.9,
  ...changes,
})

async function draw(request: Partial<ImageRequest>) {
  const start = { ...SMALL_REQUEST, model: 'photon_v1', indexes: [0], ...request }
  return followImages(engine, await engine.image!.start(start))
}

interface Unit {
  image: string
}

function units(): Unit[] {
  const [{ body }] = server.drawn as [A1111Double['drawn'][number]]
  return (body['alwayson_scripts'] as { ControlNet: { args: Unit[] } }).ControlNet.args
}
const firstUnit = () => units()[0]!

test('the extension gets the image in the size of the output, and the map does not come back', async () => {
  server.controlNet = { models: MODELS, modules: MODULES }
  const { images, result } = await draw({ controls: [await control()] })
  expect(result.outcome).toBe('succeeded')
  expect(images).toHaveLength(1)
  const unit = firstUnit()
  expect(unit).toMatchObject({
    enabled: true,
    module: 'canny',
    model: 'control_v11p_sd15_canny [d14c016b]',
    weight: 0.7,
    guidance_start: 0.1,
    guidance_end: 0.9,
    save_detected_map: false,
  })
  const sent = await sharp(Buffer.from(unit.image, 'base64')).metadata()
  expect(sent).toMatchObject({ width: SMALL_REQUEST.width, height: SMALL_REQUEST.height })
})

test('a model for several kinds is told which, also over an image', async () => {
  server.controlNet = { models: MODELS, modules: MODULES }
  await draw({
    type: 'ITI',
    model: 'dreamXL',
    controls: [await control({ kind: 'depth' })],
    source: { image: await makePng(64, 64), strength: 0.5 },
  })
  expect(server.drawn[0]?.path).toBe('/sdapi/v1/img2img')
  expect(firstUnit()).toMatchObject({
    module: 'depth_midas',
    model: 'xinsir-controlnet-union-sdxl [1a2b3c4d]',
    union_control_type: 'Depth',
  })
})

test('several images lead at once, a unit each', async () => {
  server.controlNet = { models: MODELS, modules: MODULES }
  const controls = [await control(), await control({ kind: 'pose', strength: 0.3 })]
  await draw({ controls })
  expect(units()).toMatchObject([
    { module: 'canny', weight: 0.7 },
    { module: 'openpose_full', model: 'control_v11p_sd15_openpose [cab727d4]', weight: 0.3 },
  ])
})

test('a map is followed as it is, also where the server has no preprocessor of its kind', async () => {
  server.controlNet = {
    models: [...MODELS, 'control_v11f1p_sd15_depth [cfd03158]'],
    modules: ['None'],
  }
  const [photon] = await engine.image!.models()
  expect(photon).toMatchObject({ id: 'photon_v1', followsMaps: ['canny', 'depth', 'pose'] })
  expect(await featuresOf('photon_v1')).toEqual([])
  await draw({ controls: [await control({ kind: 'depth', isMap: true })] })
  // As Forge names it.
  expect(firstUnit()).toMatchObject({
    module: 'None',
    model: 'control_v11f1p_sd15_depth [cfd03158]',
    weight: 0.7,
  })
  await expect(draw({ controls: [await control({ kind: 'depth' })] })).rejects.toMatchObject({
    code: 'unsupported',
  })
  server.drawn.length = 0
  server.controlNet = { models: MODELS, modules: MODULES }
  await draw({ controls: [await control({ isMap: true })] })
  expect(firstUnit()).toMatchObject({ module: 'none' })
})

test('the look of an image is followed without a network of its own', async () => {
  server.controlNet = { models: ['None'], modules: ['none', 'reference_only'] }
  expect(await featuresOf('photon_v1')).toEqual(['control_reference'])
  await draw({ controls: [await control({ kind: 'reference' })] })
  expect(firstUnit()).toMatchObject({ module: 'reference_only', model: 'None', weight: 0.7 })
})

test('a drawing that follows no image says nothing of it', async () => {
  server.controlNet = { models: MODELS, modules: MODULES }
  await draw({})
  expect(server.drawn[0]?.body).not.toHaveProperty('alwayson_scripts')
})

test('what a control follows is shown; what is gone is said', async () => {
  server.controlNet = { models: MODELS, modules: MODULES }
  const show = async (kind: MapKind) => {
    const { image } = await control()
    return engine.image!.showControl!('photon_v1', { kind, image }, AbortSignal.timeout(5_000))
  }
  expect(await sharp(await show('canny')).metadata()).toMatchObject({ width: 100, height: 50 })
  await expect(show('depth')).rejects.toMatchObject({ code: 'unsupported' })
  await expect(draw({ controls: [await control({ kind: 'depth' })] })).rejects.toMatchObject({
    code: 'unsupported',
    retryable: false,
  })
  expect(server.drawn).toEqual([])
})
