import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { afterAll, expect, test } from 'vitest'
import { readPackedJson, unpackFixture } from '#tests/support/packed-fixtures.ts'
import { checkModel } from '../checks/check-model.ts'
import { relativeError } from '../checks/check-samplers.ts'
import { createModelLibrary } from '../diffusion/model/model-library.ts'
import { openSession, runSession } from '../onnx/onnx-session.ts'
import type { ImportOptions } from './import-options.ts'
import { importCheckpoint } from './import-checkpoint.ts'

const FIXTURE = 'tests/fixtures/tiny-checkpoint'
const ORIGINAL = unpackFixture(path.join(FIXTURE, 'original.safetensors'))
const OPTIONS: ImportOptions = {
  id: 'tiny',
  prediction: 'epsilon',
  heads: 8,
  textHeads: 4,
  groups: 8,
}
const TOLERANCE = 1e-4

type Answer = 'textEncoder' | 'unet' | 'vaeDecoder' | 'vaeEncoder'

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

const readJson = (name: string): unknown => readPackedJson(path.join(FIXTURE, name))
const expected = readJson('expected.json') as { ids: number[] } & Record<Answer, number[]>

interface Header {
  [name: string]: { dtype: string; shape: number[]; data_offsets: [number, number] }
}

/** A copy of the checkpoint with another header; returns where it lies. */
function copyWith(name: string, change: (header: Header) => Header): string {
  const bytes = readFileSync(ORIGINAL)
  const length = Number(bytes.readBigUInt64LE())
  const header = change(JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Header)
  const text = Buffer.from(JSON.stringify(header))
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(text.length))
  const file = path.join(folder, name)
  writeFileSync(file, Buffer.concat([size, text, bytes.subarray(8 + length)]))
  return file
}

function renamed(names: (name: string) => string): (header: Header) => Header {
  return (header) =>
    Object.fromEntries(
      Object.entries(header)
        .filter(([name]) => name !== '__metadata__')
        .map(([name, entry]) => [names(name), entry]),
    )
}

const diffusers = readJson('diffusers-names.json') as Record<string, string>

/** The same numbers as in the fixture: see make-fixture.py. */
function numbers(...dims: number[]): Tensor {
  const count = dims.reduce((product, size) => product * size, 1)
  return new Tensor(
    'float32',
    Float32Array.from({ length: count }, (_, i) => Math.sin(1.7 * i + 0.3)),
    dims,
  )
}

const NETWORKS = [
  [
    'text_encoder',
    'textEncoder',
    () => ({ input_ids: new Tensor('int64', BigInt64Array.from(expected.ids, BigInt), [1, 77]) }),
  ],
  [
    'unet',
    'unet',
    () => ({
      sample: numbers(2, 4, 8, 12),
      timestep: new Tensor('float32', Float32Array.from([401.25, 3]), [2]),
      encoder_hidden_states: numbers(2, 77, 32),
    }),
  ],
  ['vae_decoder', 'vaeDecoder', () => ({ latent_sample: numbers(1, 4, 6, 4) })],
  ['vae_encoder', 'vaeEncoder', () => ({ sample: numbers(1, 3, 12, 8) })],
] as const

test.each<[string, string, () => string]>([
  ['the original', 'original', () => ORIGINAL],
  [
    "diffusers'",
    'new',
    () =>
      copyWith(
        'new.safetensors',
        renamed((name) => diffusers[name]!),
      ),
  ],
  [
    "diffusers' without the networks",
    'bare',
    () =>
      copyWith(
        'bare.safetensors',
        renamed((name) => diffusers[name]!.replace(/^\w+\./, '')),
      ),
  ],
])(
  'under %s names each network answers as PyTorch does, and an image can be drawn',
  async (_, id, makeFile) => {
    const modelsDir = path.join(folder, 'models', id)
    const made = await importCheckpoint(makeFile(), modelsDir, { ...OPTIONS, id })
    expect(made).toBe(path.join(modelsDir, id))
    expect(readdirSync(modelsDir)).toEqual([id])
    for (const [name, key, feeds] of NETWORKS) {
      const file = path.join(made, name, 'model.onnx')
      const inputs = { known: Object.keys(feeds()) }
      const network = await openSession(file, { threads: 1 }, inputs)
      const { data } = await runSession(network, feeds())
      await network.session.release()
      expect(data.length).toBe(expected[key].length)
      expect(relativeError(data, expected[key]), name).toBeLessThan(TOLERANCE)
    }
    const [entry] = await createModelLibrary({ modelDirs: [], modelsDir }).list({ whole: true })
    expect(entry).toMatchObject({ id, problem: null, ready: { model: { nativeSize: 128 } } })
    expect((await checkModel(entry!)).problem).toBeNull()
  },
)

test.each<[string, () => string, Partial<ImportOptions>, RegExp]>([
  ['no file', () => path.join(folder, 'none.safetensors'), {}, /there is no such file$/],
  ['a folder', () => folder, {}, /is a folder$/],
  [
    'another format',
    () => {
      const file = path.join(folder, 'other.safetensors')
      writeFileSync(file, 'PK\u0003\u0004'.padEnd(500, 'x'))
      return file
    },
    {},
    /is not a safetensors file$/,
  ],
  [
    'a file that is cut off',
    () => {
      const file = copyWith('cut.safetensors', (header) => header)
      truncateSync(file, 900_000)
      return file
    },
    {},
    /is cut off: \S+ ends at byte \d+ of 900000$/,
  ],
  [
    'a file that ends in its header',
    () => {
      const file = copyWith('head.safetensors', (header) => header)
      truncateSync(file, 900)
      return file
    },
    {},
    /is cut off within its header$/,
  ],
  ['a LoRA', () => path.join(FIXTURE, 'style-kohya.safetensors'), {}, /is a LoRA, no checkpoint/],
  ['a LoRA by another program', () => path.join(FIXTURE, 'shade.safetensors'), {}, /is a LoRA/],
  [
    'Stable Diffusion XL',
    () =>
      copyWith(
        'xl.safetensors',
        renamed((name) => name.replace('cond_stage_model', 'conditioner.embedders.0')),
      ),
    {},
    /Stable Diffusion XL/,
  ],
  ...[
    ['FLUX', 'double_blocks.0'],
    ['Stable Diffusion 3', 'joint_blocks.0'],
  ].map(([kind, part]): [string, () => string, Partial<ImportOptions>, RegExp] => [
    kind!,
    () =>
      copyWith(
        `${part}.safetensors`,
        renamed((name) => name.replace('cond_stage_model', `text_encoder_2.${part}`)),
      ),
    {},
    new RegExp(`is a ${kind} checkpoint`),
  ]),
  [
    'Stable Diffusion 2',
    () =>
      copyWith(
        '2.safetensors',
        renamed((name) => name.replace('cond_stage_model.transformer', 'cond_stage_model.model')),
      ),
    {},
    /Stable Diffusion 2/,
  ],
  [
    'no decoder',
    () =>
      copyWith('half.safetensors', (header) =>
        Object.fromEntries(Object.entries(header).filter(([name]) => !/decoder/.test(name))),
      ),
    {},
    /has no decoder of pictures \(VAE\)$/,
  ],
  [
    'one weight missing',
    () =>
      copyWith('hole.safetensors', (header) =>
        Object.fromEntries(
          Object.entries(header).filter(([name]) => !name.endsWith('attn2.to_v.weight')),
        ),
      ),
    {},
    /has no weight down_blocks\.0\.attentions\.0\.transformer_blocks\.0\.attn2\.to_v\.weight$/,
  ],
  [
    '8 bits',
    () =>
      copyWith('8.safetensors', (header) =>
        Object.fromEntries(
          Object.entries(header).map(([name, entry]) => [name, { ...entry, dtype: 'F8_E4M3' }]),
        ),
      ),
    {},
    /is stored in 8 bits \(F8_E4M3\), which cannot be read$/,
  ],
  ['groups that do not divide', () => ORIGINAL, { groups: 32 }, /16 channels, which 32 groups/],
])('%s is refused in one line and leaves nothing', async (_, makeFile, options, reason) => {
  const modelsDir = path.join(folder, 'refused')
  const error = await importCheckpoint(makeFile(), modelsDir, { ...OPTIONS, ...options }).catch(
    (thrown: Error) => thrown.message,
  )
  expect(error).toMatch(reason)
  expect(error).not.toContain('\n')
  expect(() => readdirSync(modelsDir)).toThrow(/ENOENT/)
})

test('a name that is taken is refused, and what lies there stays', async () => {
  const modelsDir = path.join(folder, 'twice')
  const made = await importCheckpoint(ORIGINAL, modelsDir, {
    ...OPTIONS,
    prediction: 'v_prediction',
  })
  const config = readFileSync(path.join(made, 'scheduler/scheduler_config.json'), 'utf8')
  expect(config).toContain('v_prediction')
  await expect(importCheckpoint(ORIGINAL, modelsDir, OPTIONS)).rejects.toThrow(/is there already/)
  expect(readFileSync(path.join(made, 'scheduler/scheduler_config.json'), 'utf8')).toBe(config)
})

test('what a killed import left behind is removed by the next one', async () => {
  const modelsDir = path.join(folder, 'leftovers')
  const names = [`.import-${process.pid + 1_000_000_000}`, `.import-1`, '.other']
  for (const name of names) mkdirSync(path.join(modelsDir, name), { recursive: true })
  await importCheckpoint(ORIGINAL, modelsDir, OPTIONS)
  expect(readdirSync(modelsDir)).toEqual(['.import-1', '.other', 'tiny'])
})
