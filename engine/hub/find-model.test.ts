import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOutbound } from '#server/platform/outbound-http.ts'
import { type HubContent, type ModelHub, startModelHub } from '#tests/support/doubles/model-hub.ts'
import { TINY_MODELS } from '#tests/support/random-model/tiny-models.ts'
import { writeRandomModel } from '#tests/support/random-model/write-model.ts'
import { unpackFixture } from '#tests/support/packed-fixtures.ts'
import { createModelLibrary } from '../diffusion/model/model-library.ts'
import { readCatalogue } from './catalogue.ts'
import { findModel, removeModel } from './find-model.ts'
import { parseSource } from './repository.ts'

const TINY_SD = path.resolve('tests/fixtures/tiny-sd')
const CHECKPOINT = unpackFixture('tests/fixtures/tiny-checkpoint/original.safetensors')
const material = mkdtempSync(path.join(tmpdir(), 'atelier-hub-'))
const diffusers = path.join(material, 'diffusers')
const mixed = path.join(material, 'mixed')

beforeAll(async () => {
  await writeRandomModel(diffusers, TINY_MODELS.lcm, { shards: 2 })
  // What lies beside: pickled weights, a safety checker and a picture, none of which is needed.
  cpSync(TINY_SD, mixed, { recursive: true })
  for (const extra of [
    'unet/diffusion_pytorch_model.bin',
    'safety_checker/model.onnx',
    'sample.png',
  ])
    cpSync(path.join(TINY_SD, 'unet/model.onnx'), path.join(mixed, extra))
})
afterAll(() => rmSync(material, { recursive: true }))

let hub: ModelHub
let modelsDir: string
let outbound: ReturnType<typeof createOutbound>

async function open(content: HubContent = {}): Promise<void> {
  hub = await startModelHub({
    repositories: {
      'ann/tiny': { folder: mixed, licence: 'mit' },
      'ann/lcm': { folder: diffusers, licence: 'openrail++' },
    },
    versions: { 7: { file: CHECKPOINT } },
    ...content,
  })
  outbound = createOutbound({ allowedUrls: [hub.url, hub.storageUrl] })
}

beforeEach(async () => {
  modelsDir = path.join(mkdtempSync(path.join(material, 'run-')), 'models')
  await open()
})
afterEach(async () => {
  await outbound.close()
  await hub.close()
})

interface Changes {
  id?: string
  token?: string
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

const find = (source: string, { id, token }: Changes = {}) =>
  findModel(
    {
      modelsDir,
      outbound,
      hub: { endpoint: hub.url, token: token ?? null },
      civitaiUrl: hub.url,
      checkpoint: { heads: 8, textHeads: 4, groups: 8 },
      fetch: { pauseMs: 1, stallMs: 300 },
    },
    parseSource(source)!,
    id ?? null,
  )

async function add(source: string, changes: Changes = {}): Promise<string> {
  const found = await find(source, changes)
  return found.install({
    onProgress: changes.onProgress ?? (() => undefined),
    signal: changes.signal ?? new AbortController().signal,
  })
}

const known = () => createModelLibrary({ modelDirs: [], modelsDir }).list({ whole: true })
const leftovers = (): string[] =>
  readdirSync(path.join(modelsDir, '.downloads'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(path.join(modelsDir, '.downloads', name)).isFile(),
  )

test('a folder of ONNX networks is taken as it is, and nothing that it does not need', async () => {
  const progress: number[] = []
  const found = await find('ann/tiny')
  expect(found).toMatchObject({ name: 'ann/tiny', id: 'tiny', licence: 'mit', layout: 'onnx' })
  expect(found.missing).toBe(found.bytes)
  // Nothing is fetched before somebody agrees.
  expect(hub.asked).toEqual([])
  const folder = await add('ann/tiny@main', {
    onProgress: (done, total) => progress.push(done / total),
    token: 'secret',
  })
  expect(folder).toBe(path.join(modelsDir, 'tiny'))
  expect(progress.at(-1)).toBe(1)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(hub.asked.some((file) => /bin|png|safety/.test(file))).toBe(false)
  expect(hub.leaks).toBe(0)
  expect(readFileSync(path.join(folder, 'unet/model.onnx'))).toEqual(
    readFileSync(path.join(TINY_SD, 'unet/model.onnx')),
  )
  expect(await known()).toMatchObject([
    { id: 'tiny', state: 'ready', ready: { model: { licence: 'mit' } } },
  ])
  expect(existsSync(path.join(folder, 'unet/diffusion_pytorch_model.bin'))).toBe(false)
})

test('safetensors in several files are written as networks, and what was fetched is gone after it', async () => {
  await add('ann/lcm', { id: 'quick' })
  expect(await known()).toMatchObject([{ id: 'quick', state: 'ready' }])
  expect(readdirSync(path.join(modelsDir, '.downloads'))).toEqual([])
  await expect(add('ann/lcm', { id: 'quick' })).rejects.toThrow('There is a model quick already')
})

test('a single file of a site is checked and imported', async () => {
  await add('civitai:7')
  expect(await known()).toMatchObject([{ id: 'original', state: 'ready' }])
  await expect(add('civitai:8')).rejects.toThrow('has no version 8')
})

test('a connection that is cut, an address that is too old and a busy server are tried again from where it stood', async () => {
  hub.faults.push(null, { cutAt: 0.4 }, 'server error', 'expired', { cutAt: 0.4 }, { cutAt: 0 })
  await add('ann/tiny')
  expect(await known()).toMatchObject([{ state: 'ready' }])
  const resumed = hub.asked.map((file) => Number(file.split(' ')[1])).filter((from) => from > 0)
  // After the first cut three tries begin where it stood, after the second two further on.
  expect(resumed).toHaveLength(5)
  expect(new Set(resumed).size).toBe(2)
})

test('a server that is busy for good is given up, and what came is kept for the next call', async () => {
  hub.faults.push({ cutAt: 0.5 }, ...Array.from({ length: 6 }, () => 'server error' as const))
  await expect(add('ann/tiny')).rejects.toThrow('answered 503')
  expect(leftovers().some((file) => file.endsWith('.part'))).toBe(true)
  await add('ann/tiny')
  expect(await known()).toMatchObject([{ state: 'ready' }])
})

test('a fetch that is stopped in the middle goes on from its bytes', async () => {
  const stop = new AbortController()
  const stopped = add('ann/lcm', {
    signal: stop.signal,
    onProgress: (done, total) => {
      if (done > total * 0.4) stop.abort(new Error('stopped'))
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(await known()).toEqual([])
  const kept = leftovers()
  expect(kept.length).toBeGreaterThan(0)
  const before = hub.asked.length
  const found = await find('ann/lcm')
  expect(found.missing).toBeLessThan(found.bytes * 0.7)
  let first = 0
  await add('ann/lcm', {
    onProgress: (done, total) => (first ||= done / total),
  })
  expect(first).toBeGreaterThan(0.3)
  const again = new Set(hub.asked.slice(before).map((file) => file.split(' ')[0]))
  const finished = kept.filter((file) => !file.endsWith('.part')).map((file) => path.basename(file))
  expect(finished.filter((file) => file.endsWith('.safetensors') && again.has(file))).toEqual([])
  expect(await known()).toMatchObject([{ id: 'lcm', state: 'ready' }])
})

test('a model for which there is no room is refused before a byte of it comes', async () => {
  await hub.close()
  await open({
    repositories: { 'ann/huge': { folder: diffusers, licence: 'mit', largerBy: 2 ** 50 } },
  })
  await expect(add('ann/huge')).rejects.toThrow(
    /has too little room: .* GB are needed, .* GB are free/,
  )
  expect(readdirSync(modelsDir)).toEqual([])
})

/** Takes no byte: whoever writes to it hears that the disk is full. */
const FULL = '/dev/full'

test.runIf(existsSync(FULL))(
  'a disk that fills up ends the fetch with a line, and what came is gone on from once there is room',
  async () => {
    hub.faults.push({ cutAt: 0.5 }, ...Array.from({ length: 6 }, () => 'server error' as const))
    await expect(add('ann/tiny')).rejects.toThrow('answered 503')
    const part = path.join(
      modelsDir,
      '.downloads',
      leftovers().find((file) => file.endsWith('.part'))!,
    )
    const kept = readFileSync(part)
    rmSync(part)
    symlinkSync(FULL, part)
    const before = hub.asked.length
    await expect(add('ann/tiny')).rejects.toThrow(`${modelsDir}: the disk is full.`)
    // It is no trouble of the connection, so nothing is asked for again.
    expect(hub.asked).toHaveLength(before + 1)
    expect(await known()).toEqual([])
    rmSync(part)
    writeFileSync(part, kept)
    await add('ann/tiny')
    expect(await known()).toMatchObject([{ id: 'tiny', state: 'ready' }])
  },
)

test.runIf(existsSync(FULL))(
  'a disk that fills up while networks are written leaves no half of a model',
  async () => {
    const draft = path.join(modelsDir, `.import-${process.pid}`, 'unet')
    mkdirSync(draft, { recursive: true })
    symlinkSync(FULL, path.join(draft, 'model.onnx_data'))
    await expect(add('ann/lcm')).rejects.toThrow(`${modelsDir}: the disk is full.`)
    expect(await known()).toEqual([])
    expect(existsSync(path.dirname(draft))).toBe(false)
    const before = hub.asked.length
    await add('ann/lcm')
    expect(hub.asked).toHaveLength(before)
    expect(await known()).toMatchObject([{ id: 'lcm', state: 'ready' }])
  },
)

test('a stalled download is aborted and requested again', async () => {
  hub.faults.push('stands still')
  await add('ann/tiny')
  expect(await known()).toMatchObject([{ state: 'ready' }])
})

test('other bytes than were promised are refused, and nothing of the file is kept', async () => {
  hub.faults.push(...Array.from({ length: 20 }, () => 'other bytes' as const))
  await expect(add('ann/tiny')).rejects.toThrow('its size or hash differs')
  expect(leftovers().filter((file) => file.endsWith('.part'))).toEqual([])
  expect(await known()).toEqual([])
  await hub.close()
  await open({ versions: { 7: { file: CHECKPOINT, sha256: 'ab'.repeat(32) } } })
  await expect(add('civitai:7')).rejects.toThrow('its size or hash differs')
})

test('a gated repository needs a token that the hub takes', async () => {
  hub.token = 'right'
  await expect(add('ann/tiny')).rejects.toThrow('set HF_TOKEN')
  const withToken = (token: string) => add('ann/tiny', { token })
  await expect(withToken('wrong')).rejects.toThrow('accept its terms on its page')
  await withToken('right')
  expect(hub.leaks).toBe(0)
})

test('a storage on a private address that nobody configured is not called', async () => {
  await outbound.close()
  outbound = createOutbound({ allowedUrls: [hub.url] })
  await expect(add('ann/tiny')).rejects.toThrow('no public address')
  expect(hub.asked.filter((file) => file.includes('.onnx'))).toEqual([])
})

test('what is no model here is said in a line', async () => {
  await expect(add('ann/none')).rejects.toThrow('The hub has no ann/none at main')
  const empty = path.join(material, 'empty')
  cpSync(path.join(TINY_SD, 'scheduler'), path.join(empty, 'scheduler'), { recursive: true })
  await hub.close()
  await open({
    repositories: { 'ann/empty': { folder: empty, licence: null } },
    versions: { 9: { file: CHECKPOINT, type: 'LORA' } },
  })
  await expect(add('ann/empty')).rejects.toThrow('no model_index.json')
  await expect(add('civitai:9')).rejects.toThrow('only checkpoints are models')
})

test('a model is removed by its id, and nothing beside the folder of models', async () => {
  await add('ann/tiny')
  await removeModel(modelsDir, 'tiny')
  expect(await known()).toEqual([])
  for (const id of ['tiny', '..', '.downloads', 'a/b', '../models'])
    await expect(removeModel(modelsDir, id)).rejects.toThrow('has no model')
})

test.each([
  ['a/b', { kind: 'hub', repository: 'a/b', revision: 'main' }],
  ['a/b@v1.0', { kind: 'hub', repository: 'a/b', revision: 'v1.0' }],
  ['https://huggingface.co/a/b/tree/fp16', { kind: 'hub', repository: 'a/b', revision: 'fp16' }],
  ['civitai:12', { kind: 'civitai', version: '12' }],
  ['https://civitai.com/models/4?modelVersionId=12', { kind: 'civitai', version: '12' }],
  ['../b', null],
  ['a/b@../c', null],
  ['a', null],
  ['', null],
])('%s is read as a source', (text, expected) => {
  expect(parseSource(text)).toEqual(expected)
})

test('the catalogue names sources that can be read, the quickest first', () => {
  const all = readCatalogue()
  expect(all[0]).toMatchObject({ source: 'SimianLuo/LCM_Dreamshaper_v7' })
  expect(all[0]?.licences).toHaveLength(2)
  expect(all.filter(({ source }) => parseSource(source) === null)).toEqual([])
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.find(({ id }) => id === 'sd-turbo')?.commercial).toBe(false)
})
