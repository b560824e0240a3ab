import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TINY_MODELS } from '#tests/support/random-model/tiny-models.ts'
import { writeRandomModel } from '#tests/support/random-model/write-model.ts'
import { checkModel } from '../checks/check-model.ts'
import { createModelLibrary } from '../diffusion/model/model-library.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import { loadNetworks } from '../diffusion/networks.ts'
import { pictureDenoiser } from '../diffusion/picture-denoiser.ts'
import { conditionOn } from '../diffusion/prompt/conditioning.ts'
import { createTextEncoder } from '../diffusion/prompt/text-encoder.ts'
import { findSampler } from '../diffusion/samplers/index.ts'
import { createSchedule } from '../diffusion/schedule.ts'
import { runAlone } from '../diffusion/shared-runs.ts'
import { loadSecondTokenizer, loadTokenizer } from '../diffusion/tokenizer/load-tokenizer.ts'
import { openSession, runSession } from '../onnx/onnx-session.ts'
import { importFolder } from './import-folder.ts'

type Name = keyof typeof TINY_MODELS
const NAMES = Object.keys(TINY_MODELS) as Name[]

/** Every so many of the values of a result, and its greatest. */
interface Few {
  step: number
  greatest: number
  values: number[]
}
type Answers = Record<'words' | 'unet' | 'vaeDecoder' | 'vaeEncoder' | 'pooled', Few>
type Drawn = 'xlDrawn' | 'xlDrawnWithoutNegative' | 'lcmDrawn'
const expected = JSON.parse(
  readFileSync('tests/fixtures/tiny-pipelines/expected.json', 'utf8'),
) as Record<Name, Answers> & Record<Drawn, Few> & { ids: number[] }
const TOLERANCE = 1e-3

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-folders-'))
const modelsDir = path.join(folder, 'models')
const sourceOf = (name: string): string => path.join(folder, 'hub', name)
beforeAll(async () => {
  for (const name of NAMES) {
    const shards = name === 'xl' ? 3 : 1
    await writeRandomModel(sourceOf(name), TINY_MODELS[name], { shards })
    await importFolder(sourceOf(name), modelsDir, {
      id: name,
      licence: 'CC0-1.0',
      source: 'chance',
    })
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Greatest difference over the greatest value of the reference. */
function differenceTo({ step, greatest, values: wanted }: Few, values: ArrayLike<number>): number {
  const seen = Array.from({ length: wanted.length }, (_, i) => values[i * step] ?? NaN)
  expect(wanted.length).toBe(Math.ceil(values.length / step))
  const furthest = Math.max(...seen.map((value, i) => Math.abs(value - wanted[i]!)))
  return furthest / greatest
}

/** The same numbers as in make-expected.py. */
function numbers(...dims: number[]): Tensor {
  const count = dims.reduce((product, size) => product * size, 1)
  const values = Float32Array.from({ length: count }, (_, i) => Math.sin(1.7 * i + 0.3))
  return new Tensor('float32', values, dims)
}

async function answer(name: Name, network: string, feeds: Record<string, Tensor>) {
  const file = path.join(modelsDir, name, network, 'model.onnx')
  const session = await openSession(file, { threads: 1 }, { known: Object.keys(feeds) })
  const { data } = await runSession(session, feeds)
  await session.session.release()
  return data
}

test.each(NAMES)('%s: each network answers as in diffusers', async (name) => {
  const { unet } = TINY_MODELS[name]
  const told: Partial<Record<Name, Record<string, Tensor>>> = {
    lcm: { timestep_cond: numbers(2, 16) },
    xl: {
      text_embeds: numbers(2, 20),
      time_ids: new Tensor(
        'float32',
        Float32Array.of(64, 96, 0, 0, 64, 96, 8, 8, 3, 1, 16, 24),
        [2, 6],
      ),
    },
  }
  const denoised = await answer(name, 'unet', {
    sample: numbers(2, 4, 8, 12),
    timestep: new Tensor('float32', Float32Array.of(401.25, 3), [2]),
    encoder_hidden_states: numbers(2, 77, unet.cross_attention_dim),
    ...told[name],
  })
  expect(differenceTo(expected[name].unet, denoised)).toBeLessThan(TOLERANCE)
  const decoded = await answer(name, 'vae_decoder', { latent_sample: numbers(1, 4, 6, 4) })
  expect(differenceTo(expected[name].vaeDecoder, decoded)).toBeLessThan(TOLERANCE)
  const encoded = await answer(name, 'vae_encoder', { sample: numbers(1, 3, 12, 8) })
  expect(differenceTo(expected[name].vaeEncoder, encoded)).toBeLessThan(TOLERANCE)

  const networks = await loadNetworks(await readModelFolder(path.join(modelsDir, name)), {
    threads: 1,
  })
  const { data, pooled } = await networks.encodeText([expected.ids])
  await networks.release()
  expect(differenceTo(expected[name].words, data)).toBeLessThan(TOLERANCE)
  expect(pooled !== undefined).toBe(name === 'xl')
  const apart = pooled ? differenceTo(expected[name].pooled, pooled) : 0
  expect(apart).toBeLessThan(TOLERANCE)
})

test.each<[Drawn, Name, object]>([
  ['xlDrawn', 'xl', { sampler: 'Euler', steps: 3, negativePrompt: 'blue house', guidanceScale: 5 }],
  ['xlDrawnWithoutNegative', 'xl', { sampler: 'Euler', steps: 3, guidanceScale: 5 }],
  ['lcmDrawn', 'lcm', { sampler: 'LCM', steps: 4, guidanceScale: 8 }],
])("%s: what a pipeline of diffusers' draws", async (drawn, name, settings) => {
  const asked = {
    negativePrompt: '',
    sampler: 'Euler' as const,
    steps: 0,
    guidanceScale: 1,
    ...settings,
  }
  const dir = path.join(modelsDir, name)
  const description = await readModelFolder(dir)
  const networks = await loadNetworks(description, { threads: 1 })
  const [first, second] = [await loadTokenizer(dir), await loadSecondTokenizer(description)]
  const textEncoder = createTextEncoder(first, networks, second)
  const schedule = createSchedule(description.scheduler)
  const request = { ...asked, prompt: 'a photo of a red cat' }
  const conditioning = await conditionOn({ networks, textEncoder }, request, 1)
  const size = { width: 8, height: 8 }
  const model = { schedule, ask: runAlone(networks) }
  const start = Float64Array.from(numbers(1, 4, 8, 8).data as Float32Array)
  let added = 0
  const sampling = findSampler(asked.sampler)!.sample({
    schedule,
    steps: asked.steps,
    start,
    noise: () => {
      added++
      return start.map((value) => value * (0.5 + 0.1 * added))
    },
    denoise: pictureDenoiser(model, () => conditioning.at(1), size, asked),
  })
  let turn = await sampling.next()
  while (!turn.done) turn = await sampling.next()
  await networks.release()
  expect(differenceTo(expected[drawn], turn.value)).toBeLessThan(TOLERANCE)
})

test('what was imported is a model that draws, and says where it comes from', async () => {
  const entries = await createModelLibrary({ modelDirs: [], modelsDir }).list({ whole: true })
  expect(entries.map(({ id }) => id)).toEqual(NAMES.toSorted())
  for (const entry of entries) {
    expect(entry).toMatchObject({ problem: null, ready: { card: { source: 'chance' } } })
    expect((await checkModel(entry)).problem).toBeNull()
  }
})

test.each<[string, Name, (dir: string) => void, RegExp]>([
  [
    'a network of a kind that is not known',
    'sd-1',
    (dir) => changeJson(path.join(dir, 'unet/config.json'), { class_embed_type: 'timestep' }),
    /unet\/config\.json: class_embed_type/,
  ],
  [
    'a weight that is missing',
    'sd-1',
    (dir) => renameTensor(dir, 'conv_in.bias', 'motion.bias!'),
    /has no weight conv_in\.bias$/,
  ],
  [
    'a weight that nothing reads',
    'lcm',
    (dir) =>
      renameTensor(dir, 'time_embedding.cond_proj.weight', 'time_embedding.cond_prox.weight'),
    /has the weight time_embedding\.cond_prox\.weight, which this engine cannot read$/,
  ],
  [
    'a file that is missing',
    'xl',
    (dir) => rmSync(path.join(dir, 'text_encoder_2/model.safetensors')),
    /text_encoder_2\/model\.safetensors: is missing$/,
  ],
  [
    'a shard outside of its folder',
    'xl',
    (dir) =>
      changeJson(path.join(dir, 'unet/diffusion_pytorch_model.safetensors.index.json'), {
        weight_map: { 'conv_in.weight': '../../secret' },
      }),
    /names the file \.\.\/\.\.\/secret$/,
  ],
  [
    'a refiner',
    'xl',
    (dir) => changeJson(path.join(dir, 'model_index.json'), { requires_aesthetics_score: true }),
    /is a refiner/,
  ],
])('%s is refused in one line and leaves nothing', async (what, name, change, reason) => {
  const source = sourceOf(`broken-${what}`)
  await writeRandomModel(source, TINY_MODELS[name], { shards: name === 'xl' ? 2 : 1 })
  change(source)
  const before = readdirSync(modelsDir)
  const error = await importFolder(source, modelsDir, { id: 'broken' }).catch(
    (thrown: Error) => thrown.message,
  )
  expect(error).toMatch(reason)
  expect(error).not.toContain('\n')
  expect(readdirSync(modelsDir)).toEqual(before)
})

function changeJson(file: string, change: object): void {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }))
}

/** Both names are equally long. */
function renameTensor(dir: string, from: string, to: string): void {
  const file = path.join(dir, 'unet/diffusion_pytorch_model.safetensors')
  const text = readFileSync(file, 'latin1')
  writeFileSync(file, text.replace(`"${from}"`, `"${to}"`), 'latin1')
}

test('half precision under its own name is read where there is no other', async () => {
  const source = sourceOf('fp16')
  await writeRandomModel(source, TINY_MODELS['sd-1'], {})
  for (const [part, base] of [
    ['unet', 'diffusion_pytorch_model'],
    ['vae', 'diffusion_pytorch_model'],
    ['text_encoder', 'model'],
  ])
    renameSync(
      path.join(source, `${part}/${base}.safetensors`),
      path.join(source, `${part}/${base}.fp16.safetensors`),
    )
  const made = await importFolder(source, path.join(folder, 'halves'), { id: 'fp16' })
  expect(readdirSync(path.join(made, 'unet')).toSorted()).toEqual([
    'config.json',
    'model.onnx',
    'model.onnx_data',
  ])
})
