import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ServiceEndpoint, ServiceModelEntry } from '#contract/service-model-entry.ts'
import {
  FAL_KEY,
  FAL_PUBLIC_KEY,
  signAsFal,
  startFalDouble,
} from '#tests/support/doubles/fal-server.ts'
import { followImages } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import { testServiceEngine } from '#tests/support/test-service-engine.ts'
import type { ToolRequest } from '../spec/index.ts'
import { createFalEngine } from './index.ts'
import { isFromFal } from './verify-fal-webhook.ts'

const { double, engine, request } = testServiceEngine({
  startDouble: startFalDouble,
  exactModel: 'flux-dev',
  createEngine: (baseUrl, options) =>
    createFalEngine({ key: FAL_KEY, baseUrl, modelsFile: null, ...options }),
})

test('what a model takes is sent, and nothing else', async () => {
  await followImages(engine(), await engine().image!.start({ ...request, negativePrompt: 'blur' }))
  expect(double().begun[0]).toMatchObject({
    endpoint: 'fal-ai/flux/dev',
    input: {
      prompt: 'a fox',
      image_size: { width: 512, height: 512 },
      num_inference_steps: 4,
      guidance_scale: 7,
      num_images: 1,
      output_format: 'png',
    },
  })
  expect(double().begun[0]?.input).not.toHaveProperty('negative_prompt')
})

test('who waits in its line is told how many are before, until it begins', async () => {
  double().drawMs = 300
  double().ahead = 2
  const operation = await engine().image!.start({ ...request, indexes: [0, 1] })
  const places: (number | undefined)[] = []
  await engine().image!.follow(operation, {
    onProgress({ ahead }) {
      places.push(ahead)
      if (ahead === 2) double().ahead = 0
      if (ahead === 0) double().ahead = null
    },
    onOutput: async () => undefined,
  })
  expect(places.filter((place, i) => place !== places[i - 1]).slice(-3)).toEqual([2, 0, undefined])
})

test('nothing is sent to an address that stands where the name of a model belongs', async () => {
  const entry = {
    does: 'draw' as const,
    name: 'Elsewhere',
    endpoint: `${double().url}/fal-ai/flux/dev`,
    input: { prompt: '$prompt' },
    cost: { dollars: 0.01, per: 'image' as const },
    licence: '',
    description: '',
    credits: 1,
    nativeSize: 1024,
    maxTokens: 512,
    sizes: { min: 512, max: 1536, step: 16 },
    fit: 'cover' as const,
    maxSteps: 100,
    drawsPeople: false,
  }
  expect(ServiceModelEntry.safeParse(entry).success).toBe(false)
  engine().added!.set([{ id: 'elsewhere', entry, state: 'offered', pausedBy: null }])
  const calls = double().calls.length
  await expect(engine().image!.start({ ...request, model: 'elsewhere' })).rejects.toMatchObject({
    code: 'model_missing',
    retryable: false,
  })
  expect(double().calls).toHaveLength(calls)
})

test.each([
  'https://example.com/x',
  '//example.com/x',
  '../x/y',
  'a/../b',
  'a/b/..',
  '/a/b',
  'a',
  'a//b',
])('%s is no name of a model', (endpoint) =>
  expect(ServiceEndpoint.safeParse(endpoint).success).toBe(false),
)

test('an answer that was lost is not asked for again', async () => {
  double().faults = ['answer lost']
  await expect(engine().image!.start(request)).rejects.toMatchObject({ code: 'engine_unreachable' })
  expect(double().begun).toHaveLength(1)
})

test.each<ToolRequest>([
  { tool: 'remove_background', image: new Uint8Array(), shadow: true },
  { tool: 'remove_background', image: new Uint8Array(), background: new Uint8Array() },
  { tool: 'upscale', image: new Uint8Array(), scale: 2, pro: true },
  {
    tool: 'swap_faces',
    source: new Uint8Array(),
    target: new Uint8Array(),
    pairs: [{ source: 0, target: 1 }],
  },
])('what the service would not be told is refused: %o', async (order) => {
  await expect(engine().tool!.start(order)).rejects.toMatchObject({ code: 'unsupported' })
  expect(double().begun).toEqual([])
})

test('an edit takes the images and the words, and has the size that it has', async () => {
  const images = [await makePng(80, 60), await makePng(40, 40)]
  const operation = await engine().tool!.start({
    tool: 'edit_image',
    model: 'qwen-image-edit',
    images,
    prompt: 'put the hat on',
    indexes: [0],
    seed: 5,
  })
  const outputs: number[] = []
  await engine().tool!.follow(operation, {
    onProgress: () => undefined,
    onOutput: async ({ width }) => void outputs.push(width),
  })
  expect(outputs).toEqual([64])
  expect(double().begun[0]?.input).toMatchObject({ prompt: 'put the hat on', seed: 5 })
  expect(double().begun[0]?.input['image_urls']).toHaveLength(2)
  expect(
    await Promise.all(double().uploads.map(async (file) => (await sharp(file).metadata()).width)),
  ).toEqual(expect.arrayContaining([80, 40]))
})

describe('signatures', () => {
  const body = '{"request_id":"r1","gateway_request_id":"r1","status":"OK","payload":{"images":[]}}'
  const headers = signAsFal(body, 1_700_000_000, 'r1')
  const at = (seconds: number) => (1_700_000_000 + seconds) * 1000
  const keys = [{ x: FAL_PUBLIC_KEY.x ?? '' }]
  const message = { headers, body: Buffer.from(body) }

  test('the vector', () => {
    expect(headers['x-fal-webhook-signature']).toBe(
      'a25bdae85b1954532c2396518af0a6b85102f1dc498fc72de2bc363dbec2c22371617aa10cb9b6cca6af247717c0d4d167eb448c73125dcdc5f582b1e2944606',
    )
    expect(FAL_PUBLIC_KEY.x).toBe('ebVWLo_mVPlAeLES6KmLp5AfhTrmlb7X4OORC60ElmQ')
    expect(isFromFal(message, keys, at(299))).toBe(true)
  })

  test.each([
    ['too old', message, keys, 301],
    ['from the future', message, keys, -301],
    ['another body', { headers, body: Buffer.from(`${body} `) }, keys, 0],
    ['no key', message, [], 0],
    ['no headers', { headers: {}, body: Buffer.from(body) }, keys, 0],
  ])('%s', (_what, given, known, seconds) => {
    expect(isFromFal(given, known, at(seconds))).toBe(false)
  })
})
