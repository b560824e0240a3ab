import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loraMatrices, writeSafetensors } from '#tests/support/safetensors.ts'
import { readPackedJson, unpackFixture } from '#tests/support/packed-fixtures.ts'
import type { ImageRequest } from '#lib/engine-spec/index.ts'
import type { Text } from '#lib/text.ts'
import { relativeError } from '../../checks/check-samplers.ts'
import { importCheckpoint } from '../../import/index.ts'
import { type BuiltinEngine, createBuiltinEngine } from '../../index.ts'
import { createModelCache } from '../../process/model-cache.ts'
import { openSession, runSession } from '../../onnx/onnx-session.ts'
import { readLayers } from './fit-loras.ts'
import { createLoraCatalogue } from './lora-catalogue.ts'
import { withMergedNetworks } from './with-merged-networks.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const FIXTURE = 'tests/fixtures/tiny-checkpoint'
const OWN = 'models/text-to-image'
const TOLERANCE = 1e-4

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-lora-'))
const loraDir = path.join(folder, 'loras')
const cacheDir = path.join(folder, 'cache')
let tiny: string
let engine: BuiltinEngine

beforeAll(async () => {
  mkdirSync(loraDir)
  for (const name of ['style-kohya', 'style-diffusers', 'shade'])
    copyFileSync(
      path.join(FIXTURE, `${name}.safetensors`),
      path.join(loraDir, `${name}.safetensors`),
    )
  tiny = await importCheckpoint(
    unpackFixture(path.join(FIXTURE, 'original.safetensors')),
    path.join(folder, 'models'),
    { id: 'tiny', prediction: 'epsilon', heads: 8, textHeads: 4, groups: 8 },
  )
  // An imported checkpoint draws at 512 pixels, which takes twenty times as long and is no other LoRA.
  writeFileSync(path.join(tiny, 'model.json'), JSON.stringify({ id: 'tiny', native_size: 64 }))
  engine = createBuiltinEngine({
    modelDirs: [tiny, OWN],
    loraDirs: [path.join(folder, 'nowhere'), loraDir],
    cacheDir,
    threads: 1,
  })
})
afterAll(async () => {
  await engine.dispose()
  rmSync(folder, { recursive: true })
})

interface Answers {
  textEncoder: number[]
  unet: number[]
}
const expected = readPackedJson(path.join(FIXTURE, 'expected.json')) as Answers & {
  ids: number[]
} & Record<'style' | 'halfStyleAndDoubleShade', Answers>

/** As in make-fixture.py. */
function numbers(...dims: number[]): Tensor {
  const count = dims.reduce((product, size) => product * size, 1)
  const values = Float32Array.from({ length: count }, (_, i) => Math.sin(1.7 * i + 0.3))
  return new Tensor('float32', values, dims)
}

const FEEDS = {
  unet: () => ({
    sample: numbers(2, 4, 8, 12),
    timestep: new Tensor('float32', Float32Array.from([401.25, 3]), [2]),
    encoder_hidden_states: numbers(2, 77, 32),
  }),
  text_encoder: () => ({
    input_ids: new Tensor('int64', BigInt64Array.from(expected.ids, BigInt), [1, 77]),
  }),
}

/** What a network answers with LoRAs, also after their files are gone. */
async function answer(name: keyof typeof FEEDS, loras: [string, number][]): Promise<Float32Array> {
  const catalogue = createLoraCatalogue([loraDir])
  const weighed = await catalogue.weigh(loras.map(([model, weight]) => ({ model, weight })))
  const source = { modelDir: tiny, loras: weighed, cacheDir, threads: 1 }
  const feeds = FEEDS[name]()
  const session = await withMergedNetworks(source, (folders) => {
    const file = path.join(folders[name] ?? path.join(tiny, name), 'model.onnx')
    return openSession(file, { threads: 1 }, { known: Object.keys(feeds) })
  })
  const { data } = await runSession(session, feeds)
  await session.session.release()
  return data
}

describe('networks with LoRAs answer as PyTorch does with merged weights', () => {
  test.each<[string, [string, number][], Answers]>([
    ["kohya's names", [['style-kohya', 1]], expected.style],
    ["diffusers' names", [['style-diffusers', 1]], expected.style],
    [
      'one named twice',
      [
        ['style-kohya', 0.25],
        ['style-kohya', 0.75],
      ],
      expected.style,
    ],
    [
      'two of them',
      [
        ['shade', 2],
        ['style-kohya', 0.5],
      ],
      expected.halfStyleAndDoubleShade,
    ],
    [
      'weight 0',
      [
        ['shade', 0],
        ['style-kohya', 0],
      ],
      expected,
    ],
  ])('%s', async (_, loras, wanted) => {
    expect(relativeError(await answer('unet', loras), wanted.unet)).toBeLessThan(TOLERANCE)
    const text = await answer('text_encoder', loras)
    expect(relativeError(text, wanted.textEncoder)).toBeLessThan(TOLERANCE)
    expect(await readdir(cacheDir).catch(() => [])).toEqual([])
  })

  test('the answers differ from each other', () => {
    expect(relativeError(expected.style.unet, expected.unet)).toBeGreaterThan(0.1)
    expect(
      relativeError(expected.style.unet, expected.halfStyleAndDoubleShade.unet),
    ).toBeGreaterThan(0.1)
  })
})

async function draw(model: string, loras: ImageRequest['loras']): Promise<string> {
  let picture = ''
  const operation = await engine.image.start({
    type: 'TTI',
    model,
    prompt: 'smiling face',
    negativePrompt: '',
    width: 64,
    height: 64,
    indexes: [0],
    seed: 7,
    steps: 2,
    guidanceScale: 4,
    sampler: 'Euler',
    loras,
  })
  await engine.image.follow(operation, {
    onProgress: () => undefined,
    async onOutput({ data }) {
      picture = Buffer.from(data).toString('base64')
    },
  })
  return picture
}

/** The largest difference of two pictures, of 255. */
async function apart(file: string, other: string): Promise<number> {
  const [a, b] = await Promise.all(
    [file, other].map((png) => sharp(Buffer.from(png, 'base64')).raw().toBuffer()),
  )
  return a!.reduce((most, value, i) => Math.max(most, Math.abs(value - b![i]!)), 0)
}

describe('pictures', () => {
  test('change with a LoRA and its weight, not with weight 0, and are back without it', async () => {
    const plain = await draw('tiny', [])
    const styled = await draw('tiny', [{ model: 'style-kohya', weight: 1 }])
    const half = await draw('tiny', [{ model: 'style-kohya', weight: 0.5 }])
    expect(new Set([plain, styled, half]).size).toBe(3)
    expect(await draw('tiny', [{ model: 'style-kohya', weight: 0 }])).toBe(plain)
    expect(await draw('tiny', [{ model: 'style-diffusers', weight: 1 }])).toBe(styled)
    expect(await draw('tiny', [])).toBe(plain)
  })

  test('of our own model change too: its weights in 8 bits are read right', async () => {
    const models = await engine.image.models()
    const own = models.find(({ id }) => id !== 'tiny')!.id
    const { layers } = await readLayers(OWN, 'unet')
    const named = (operator: string) =>
      [...layers].find(([, { nodes }]) => nodes[0]!.operator === operator)!
    const matrices = (operator: string, size: number) => {
      const [name, { shape }] = named(operator)
      const [out = 0, ...inner] = shape
      return loraMatrices(`lora_unet_${name}`, { out, rank: 2, inner, size })
    }
    const write = (name: string, size: number) =>
      writeSafetensors(path.join(loraDir, `${name}.safetensors`), {
        ...matrices('MatMul', size),
        ...matrices('Gemm', size),
        ...matrices('Conv', size),
      })
    write('much', 0.4)
    write('nothing', 1e-6)
    const plain = await draw(own, [])
    // A millionth may turn the last bit of a pixel over, no more.
    expect(await apart(await draw(own, [{ model: 'nothing', weight: 1 }]), plain)).toBeLessThan(2)
    expect(await apart(await draw(own, [{ model: 'much', weight: 1 }]), plain)).toBeGreaterThan(4)
  })
})

test('a few variants of a small model are kept, the others give their memory back', async () => {
  const models = createModelCache({ cacheDir, threads: 1 }, {})
  const catalogue = createLoraCatalogue([loraDir])
  const load = async (weight: number) =>
    models.load({
      dir: tiny,
      stamp: '1',
      loras: await catalogue.weigh([{ model: 'style-kohya', weight }]),
    })
  const run = ({ networks }: Awaited<ReturnType<typeof load>>) =>
    networks.encodeText([expected.ids])
  const plain = await load(0)
  const first = await load(1)
  expect(await load(1)).toBe(first)
  expect(await load(0)).toBe(plain)
  const others = [await load(1.5), await load(2)]
  await expect(run(first)).rejects.toThrow(/session/i)
  for (const model of [plain, ...others]) expect((await run(model)).dims).toEqual([1, 77, 32])
  const next = await models.load({ dir: tiny, stamp: '2' })
  for (const model of [plain, ...others]) await expect(run(model)).rejects.toThrow(/session/i)
  expect((await run(next)).dims).toEqual([1, 77, 32])
  await next.networks.release()
})

describe('what does not fit is known before anything is drawn', () => {
  const unfit = (name: string, why: Text) => ({ key: 'engines.loraUnfit', values: { name, why } })
  const problemsOf = async (model: string, ids: string[]) =>
    (await engine.image.fitLoras!(model, ids)).map(({ problem }) => problem)

  test('names and models', async () => {
    expect(await problemsOf('tiny', ['style-kohya', 'shade', 'nobody'])).toEqual([
      null,
      null,
      { key: 'common.noSuchLora', values: { name: 'nobody' } },
    ])
    const models = await engine.image.models()
    const [own] = await problemsOf(models.find(({ id }) => id !== 'tiny')!.id, ['shade'])
    const layer = expect.stringMatching(/^\w+$/) as string
    expect(own).toEqual(unfit('shade', { key: 'engines.layerMissing', values: { layer } }))
    await expect(draw('tiny', [{ model: 'nobody', weight: 1 }])).rejects.toMatchObject({
      code: 'unsupported',
      userMessage: { key: 'common.noSuchLora', values: { name: 'nobody' } },
    })
  })

  test('another width', async () => {
    const layer = 'lora_unet_mid_block_attentions_0_transformer_blocks_0_attn1_to_q'
    const matrices = loraMatrices(layer, { out: 320, rank: 1, inner: [320], size: 1 })
    writeSafetensors(path.join(loraDir, 'wide.safetensors'), matrices)
    const [problem] = await problemsOf('tiny', ['wide'])
    expect(problem).toEqual(
      unfit('wide', {
        key: 'engines.layerOfOtherSize',
        values: { layer: layer.replace('lora_unet_', ''), ours: '32 x 32', theirs: '320 x 320' },
      }),
    )
  })

  test('an export that does not name its layers', async () => {
    const model = { dir: 'tests/fixtures/tiny-sd', stamp: '' }
    const [fit] = await createLoraCatalogue([loraDir]).fit(model, ['shade'])
    expect(fit!.problem).toEqual(unfit('shade', { key: 'engines.layersUnnamed' }))
  })

  test.each<[string, Record<string, { shape: number[]; data: Float32Array }>, RegExp]>([
    ['loha', { 'lora_unet_x.hada_w1_a': one() }, /^is a LoHa, which cannot be used here$/],
    ['tucker', { 'lora_unet_x.lora_mid.weight': one() }, /^is a LoCon with an inner matrix/],
    [
      'xl',
      { 'lora_te2_text_model_x.lora_down.weight': one() },
      /^is a LoRA for Stable Diffusion XL/,
    ],
    ['whole', { 'model.diffusion_model.out.0.weight': one() }, /^is not a LoRA: it has a weight/],
    ['half', { 'lora_unet_x.lora_down.weight': one() }, /^has half of a matrix for x$/],
    [
      'ranks',
      { 'lora_unet_x.lora_down.weight': one(), 'lora_unet_x.lora_up.weight': one(3) },
      /^has two matrices that do not fit for x$/,
    ],
    ['empty', {}, /^is not a LoRA: it is empty$/],
  ])('%s: listed with the reason, and refused', async (id, tensors, reason) => {
    writeSafetensors(path.join(loraDir, `${id}.safetensors`), tensors)
    const { loras } = (await engine.image.models())[0]!
    const entry = loras.find((lora) => lora.id === id)
    expect(entry).toMatchObject({ id, hash: '', problem: expect.stringMatching(reason) as string })
    expect(await problemsOf('tiny', [id])).toEqual([
      { key: 'engines.loraDamaged', values: { name: id } },
    ])
    rmSync(path.join(loraDir, `${id}.safetensors`))
  })

  test('a file comes, breaks and goes without a restart', async () => {
    const file = path.join(loraDir, 'late.safetensors')
    const find = async () => (await engine.image.models())[0]!.loras.find(({ id }) => id === 'late')
    expect(await find()).toBeUndefined()
    copyFileSync(path.join(FIXTURE, 'shade.safetensors'), file)
    const whole = await find()
    expect(whole).toMatchObject({ name: 'late', bytes: 2528, problem: null })
    expect(whole!.hash).toMatch(/^[0-9a-f]{64}$/)
    truncateSync(file, 2000)
    expect(await find()).toMatchObject({ problem: expect.stringMatching(/is cut off/) as string })
    rmSync(file)
    expect(await find()).toBeUndefined()
  })
})

function one(size = 1): { shape: number[]; data: Float32Array } {
  return { shape: [size, size], data: new Float32Array(size * size) }
}
