import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import type { Engine } from '../spec/index.ts'
import { createComfyuiEngine } from './comfyui-engine.ts'

let server: ComfyuiDouble
let engine: Engine
let workflowsDir: string

beforeEach(async () => {
  workflowsDir = await mkdtemp(join(tmpdir(), 'atelier-workflows-'))
  server = await startComfyuiDouble()
  engine = createComfyuiEngine({ address: server.url, workflowsDir })
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
  await rm(workflowsDir, { recursive: true })
})

const OWN = {
  '1': { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['2', 1] } },
  '2': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'photon_v1.safetensors' } },
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: '{{seed}}',
      steps: 8,
      model: ['2', 0],
      positive: ['1', 0],
      negative: ['1', 0],
      latent_image: ['5', 0],
    },
  },
  '4': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['2', 2] } },
  '5': {
    class_type: 'EmptyLatentImage',
    inputs: { width: '{{width}}', height: '{{height}}', batch_size: 1 },
  },
  '6': { class_type: 'SaveImage', inputs: { images: ['4', 0], filename_prefix: '{{output}}' } },
}

test('one is a model; what it does not follow is said', async () => {
  await writeFile(join(workflowsDir, 'portrait.json'), JSON.stringify(OWN))
  const model = (await engine.image!.models()).find(({ id }) => id === 'portrait')
  expect(model).toMatchObject({
    name: 'portrait',
    features: [],
    ignores: ['prompt_timing', 'prompt_breaks', 'steps', 'sampler', 'guidance_scale'],
  })
  const request = { ...SMALL_REQUEST, model: 'portrait', loras: [] }
  const { images } = await followImages(engine, await engine.image!.start(request))
  expect(images[0]).toMatchObject({ width: 64, seed: 10 })
})

test.each<[string, string, string]>([
  ['no JSON', '{', 'broken.json is no JSON: '],
  [
    'no prompt',
    JSON.stringify({ ...OWN, '1': OWN['2'] }),
    'broken.json: no input is {{prompt}}, which kind "image" needs',
  ],
  [
    'an unknown name',
    JSON.stringify(OWN).replace('"steps":8', '"steps":"{{step}}"'),
    'broken.json: {{step}} is no named input',
  ],
  [
    'a missing node',
    JSON.stringify(OWN).replace('["4",0]', '["9",0]'),
    'broken.json: 6.images is linked to a node "9" that is not there',
  ],
  [
    'another node',
    JSON.stringify(OWN).replace('VAEDecode', 'MyDecode'),
    'broken: the server has no node "MyDecode"',
  ],
])('%s is named, and the others work', async (_name, text, problem) => {
  await writeFile(join(workflowsDir, 'broken.json'), text)
  const health = await engine.health()
  expect(health).toMatchObject({
    state: 'ready',
    detail: expect.stringContaining(problem) as string,
  })
})
