import { execFileSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createModelLibrary } from './model-library.ts'

const TINY = 'tests/fixtures/tiny-sd'
let modelsDir: string

beforeEach(async () => {
  modelsDir = await mkdtemp(path.join(tmpdir(), 'models-'))
})
afterEach(() => rm(modelsDir, { recursive: true }))

const put = (name: string) => cp(TINY, path.join(modelsDir, name), { recursive: true })
const write = (name: string, text: string) => writeFile(path.join(modelsDir, name), text)

test('folders come, change and go without a restart', async () => {
  const library = createModelLibrary({ modelDirs: [], modelsDir: path.join(modelsDir, 'later') })
  expect(await library.list()).toEqual([])
  await expect(library.first()).rejects.toMatchObject({ code: 'model_missing' })
  await put('later/one')
  const [one] = await library.list()
  expect(one).toMatchObject({ id: 'one', state: 'ready', problem: null })
  expect(one!.ready!.model).toMatchObject({ nativeSize: 64, maxTokens: 75, licence: 'unknown' })
  expect((await library.require('one')).stamp).toBe(one!.ready!.stamp)

  await write(
    'later/one/model.json',
    JSON.stringify({ id: 'mine', licence: 'CC0-1.0', source: 'made here', native_size: 96 }),
  )
  const changed = await library.require('mine')
  expect(changed.model).toMatchObject({ name: 'one', licence: 'CC0-1.0', nativeSize: 96 })
  expect(changed.model.hash).toBe(one!.ready!.model.hash)
  expect(changed.card).toEqual({ source: 'made here', limits: '', hash: null })
  await expect(library.require('one')).rejects.toMatchObject({ code: 'model_missing' })

  await rename(path.join(modelsDir, 'later'), path.join(modelsDir, 'gone'))
  expect(await library.list()).toEqual([])
})

test('files that did not change are not read again', async () => {
  await put('one')
  const library = createModelLibrary({ modelDirs: [], modelsDir })
  const [first] = await library.list()
  const [second] = await library.list()
  expect(second!.ready).toBe(first!.ready)
})

test('what was found a moment ago is not looked for again by those who only read, and what is new is found', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await put('one')
    const library = createModelLibrary({ modelDirs: [], modelsDir })
    const found = await library.requireRecent('one')
    await put('two')
    expect((await library.requireRecent('two')).model.id).toBe('two')
    await rm(path.join(modelsDir, 'one'), { recursive: true })
    expect(await library.requireRecent('one')).toBe(found)
    vi.advanceTimersByTime(5000)
    await expect(library.requireRecent('one')).rejects.toMatchObject({ code: 'model_missing' })
  } finally {
    vi.useRealTimers()
  }
})

test('the hash is that of the weights, also of those outside of the networks', async () => {
  await put('one')
  const library = createModelLibrary({ modelDirs: [TINY], modelsDir })
  const hash = async (id: string) => (await library.require(id)).model.hash
  const before = await hash('one')
  expect(before).toBe(await hash('tiny-sd'))
  await write('one/unet/model.onnx_data', 'more')
  const more = await hash('one')
  expect(more).not.toBe(before)
  await appendFile(path.join(modelsDir, 'one/unet/model.onnx_data'), '!')
  expect(await hash('one')).not.toBe(more)
})

test('a folder of models that cannot be read is listed with the reason, told once, and leaves the others', async () => {
  await write('file', 'no folder')
  const log = { warn: vi.fn<(details: object, message: string) => void>() }
  const file = path.join(modelsDir, 'file')
  const library = createModelLibrary({ modelDirs: [TINY], modelsDir: file }, log)
  for (let look = 0; look < 2; look++) {
    const entries = await library.list()
    expect(entries.map(({ id, state }) => [id, state])).toEqual([
      ['tiny-sd', 'ready'],
      ['file', 'broken'],
    ])
    expect(entries[1]!.problem!.message).toMatch(/file: ENOTDIR/)
  }
  expect(log.warn).toHaveBeenCalledOnce()
})

const writeIndex = (dir: string, className: string, parts: object) =>
  writeFile(
    path.join(dir, 'model_index.json'),
    JSON.stringify({ _class_name: className, ...parts }),
  )

/** Whoever reads from it waits for somebody to write. */
async function replaceByPipe(file: string): Promise<void> {
  await rm(file)
  execFileSync('mkfifo', [file])
}

test.each<[string, (dir: string) => Promise<void>, RegExp]>([
  [
    'a partial one',
    (dir) => rm(path.join(dir, 'vae_decoder/model.onnx')),
    /vae_decoder\/model\.onnx: is missing/,
  ],
  [
    'a foreign one',
    (dir) => rm(path.join(dir, 'model_index.json')),
    /model_index\.json: is missing/,
  ],
  ['an empty one', (dir) => rm(dir, { recursive: true }).then(() => mkdir(dir)), /is missing/],
  [
    'one with two text encoders',
    (dir) =>
      writeFile(
        path.join(dir, 'model_index.json'),
        '{"text_encoder_2": ["transformers", "CLIPTextModelWithProjection"]}',
      ),
    /model_index\.json: is a model of a kind that reads prompts with other text encoders/,
  ],
  [
    'Stable Diffusion XL without what its second text encoder reads',
    (dir) => writeIndex(dir, 'StableDiffusionXLPipeline', { text_encoder_2: ['a', 'b'] }),
    /tokenizer_2\/tokenizer_config\.json: is missing/,
  ],
  [
    'Stable Diffusion XL without its second text encoder',
    async (dir) => {
      await writeIndex(dir, 'StableDiffusionXLPipeline', { text_encoder_2: ['a', 'b'] })
      await cp(path.join(dir, 'tokenizer'), path.join(dir, 'tokenizer_2'), { recursive: true })
    },
    /text_encoder_2\/model\.onnx: is missing/,
  ],
  [
    'FLUX',
    (dir) =>
      writeIndex(dir, 'FluxPipeline', { text_encoder_2: ['a', 'b'], transformer: ['a', 'b'] }),
    /is a FLUX model that draws with a transformer in place of a U-Net/,
  ],
  [
    'Stable Diffusion 3',
    (dir) =>
      writeIndex(dir, 'StableDiffusion3Pipeline', {
        text_encoder_2: ['a', 'b'],
        text_encoder_3: ['a', 'b'],
        transformer: ['a', 'b'],
      }),
    /is a Stable Diffusion 3 model that draws with a transformer in place of a U-Net/,
  ],
  [
    'one that edits pictures',
    (dir) =>
      writeFile(
        path.join(dir, 'unet/config.json'),
        '{"in_channels": 9, "out_channels": 4, "sample_size": 8, "block_out_channels": [1, 2]}',
      ),
    /takes 9 channels and answers 4/,
  ],
  [
    'one whose card names other weights',
    (dir) => writeFile(path.join(dir, 'model.json'), '{"hash": "0123"}'),
    /model\.json: names the hash 0123/,
  ],
  [
    'one with a broken tokenizer',
    (dir) => writeFile(path.join(dir, 'tokenizer/vocab.json'), '[1'),
    /vocab\.json: is not JSON/,
  ],
  [
    'one with a damaged copy in the place of its tokenizer',
    async (dir) => {
      await rm(path.join(dir, 'tokenizer/vocab.json'))
      await writeFile(path.join(dir, 'tokenizer/vocab.json.br'), 'no Brotli')
    },
    /vocab\.json: .*(?:Decompression|decod)/i,
  ],
  [
    'one with a word that has no number',
    (dir) => writeFile(path.join(dir, 'tokenizer/vocab.json'), '{"a": 1, "b": "2"}'),
    /vocab\.json: has no number for b/,
  ],
  [
    'one with a long id',
    (dir) => writeFile(path.join(dir, 'model.json'), JSON.stringify({ id: 'x'.repeat(101) })),
    /over 100 characters/,
  ],
  [
    'one for pictures larger than any',
    (dir) => writeFile(path.join(dir, 'model.json'), '{"native_size": 1000000000}'),
    /model\.json: native_size Too big/,
  ],
  [
    'one with more noise than there can be',
    (dir) => writeFile(path.join(dir, 'scheduler/scheduler_config.json'), '{"beta_end": 5}'),
    /scheduler_config\.json: beta_end Too big/,
  ],
  [
    'one with a pipe in the place of its description',
    (dir) => replaceByPipe(path.join(dir, 'model_index.json')),
    /model_index\.json: is no file/,
  ],
  [
    'one with a pipe in the place of its weights',
    (dir) => replaceByPipe(path.join(dir, 'unet/model.onnx')),
    /unet\/model\.onnx: is no file/,
  ],
  [
    'one with an id that is taken',
    (dir) => writeFile(path.join(dir, 'model.json'), '{"id": "tiny-sd"}'),
    /has the id tiny-sd/,
  ],
])(
  '%s is listed with the reason, told once, and beside it all others work',
  async (_, damage, reason) => {
    await put('bad')
    await put('good')
    await damage(path.join(modelsDir, 'bad'))
    await write('note.txt', 'no folder')
    await symlink(path.join(modelsDir, 'nowhere'), path.join(modelsDir, 'link'))
    const log = { warn: vi.fn<(details: object, message: string) => void>() }
    const library = createModelLibrary({ modelDirs: [TINY], modelsDir }, log)
    for (let look = 0; look < 2; look++) {
      const entries = await library.list()
      expect(entries.map(({ dir, state }) => [path.basename(dir), state])).toEqual([
        ['tiny-sd', 'ready'],
        ['bad', 'broken'],
        ['good', 'ready'],
        ['link', 'broken'],
      ])
      expect(entries[1]!.problem?.message).toMatch(reason)
      expect(entries[1]!.problem?.message).not.toContain('\n')
    }
    expect(log.warn).toHaveBeenCalledTimes(2)
    expect((await library.first()).model.id).toBe('tiny-sd')
  },
)
