import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { isBlurhashValid } from 'blurhash'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { createStorage } from '#server/platform/storage/index.ts'
import { makePng } from '#tests/support/pictures.ts'
import { joinSourceTypes, SOURCE_TYPES, type SourceType } from './ai-label.ts'
import { storePicture } from './store-picture.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-media-'))
const storage = createStorage({ folder, s3: null }, createLogger({ level: 'silent' }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PARAMETERS =
  'a red fox in the snow\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, CFG scale: 4, Seed: 7, Size: 96x64'

/** Chunks of a PNG, each with its checksum verified: an independent reading of what was written. */
function readChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const typed = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(typed))
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) })
    at += 12 + length
  }
  return chunks
}

async function store(
  options: {
    parametersText?: string
    marked?: boolean
    data?: Buffer
    sourceType?: SourceType
  } = {},
) {
  const { parametersText = PARAMETERS, marked = false, data = await makePng(96, 64) } = options
  const { sourceType = 'trainedAlgorithmicMedia' } = options
  const ids = { userId: 'u1', jobId: crypto.randomUUID(), index: 2, attempt: 1 }
  const stored = await storePicture(storage, { ...ids, data, parametersText, sourceType, marked })
  const file = await storage.read(stored.storageKey)
  if (!file) throw new Error('not stored')
  return { ...stored, ...ids, data, file }
}

describe('storePicture', () => {
  it('keeps the pixels and says where the image is and how large', async () => {
    const { data, file, storageKey, jobId, markedStorageKey, bytes, contentType } = await store()
    expect(storageKey).toBe(`pictures/u1/${jobId}/2-1.png`)
    expect(markedStorageKey).toBeNull()
    expect(bytes).toBe(file.length)
    expect(contentType).toBe('image/png')
    expect(await sharp(file).raw().toBuffer()).toEqual(await sharp(data).raw().toBuffer())
  })

  it('writes the parameters as tEXt before the pixels', async () => {
    const { file } = await store()
    const chunks = readChunks(file)
    const types = chunks.map(({ type }) => type)
    expect(types.indexOf('tEXt')).toBeLessThan(types.indexOf('IDAT'))
    const text = chunks.find(({ type }) => type === 'tEXt')?.data.toString('latin1')
    expect(text).toBe(`parameters\0${PARAMETERS}`)
  })

  it('writes parameters that Latin-1 cannot hold as iTXt in UTF-8', async () => {
    const parametersText = 'a fox 🦊 in 雪\nSteps: 20'
    const { file } = await store({ parametersText })
    const chunks = readChunks(file)
    expect(chunks.some(({ type }) => type === 'tEXt')).toBe(false)
    const texts = chunks.filter(({ type }) => type === 'iTXt').map(({ data }) => data.toString())
    expect(texts).toContain(`parameters\0\0\0\0\0${parametersText}`)
  })

  it.each(SOURCE_TYPES)('says that it is %s, where readers of XMP find it', async (sourceType) => {
    const { file, markedStorageKey } = await store({ sourceType, marked: true })
    const says = `http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}<`
    for (const one of [file, await storage.read(markedStorageKey!)]) {
      const { xmpAsString } = await sharp(one!).metadata()
      expect(xmpAsString).toContain(says)
    }
  })

  it.each([
    ['algorithmicallyEnhanced', [], 'algorithmicallyEnhanced'],
    ['algorithmicallyEnhanced', ['trainedAlgorithmicMedia'], 'trainedAlgorithmicMedia'],
    ['algorithmicallyEnhanced', ['composite', 'algorithmicallyEnhanced'], 'composite'],
    ['composite', ['algorithmicallyEnhanced'], 'composite'],
    ['composite', ['trainedAlgorithmicMedia'], 'compositeWithTrainedAlgorithmicMedia'],
    [
      'compositeWithTrainedAlgorithmicMedia',
      ['trainedAlgorithmicMedia'],
      'compositeWithTrainedAlgorithmicMedia',
    ],
    ['trainedAlgorithmicMedia', ['composite'], 'trainedAlgorithmicMedia'],
  ] as const)('%s, made of %j, is %s', (own, inputs, whole) => {
    expect(joinSourceTypes(own, inputs)).toBe(whole)
  })

  it('replaces texts that the engine wrote', async () => {
    const data = await sharp(await makePng(96, 64))
      .withExif({ IFD0: { Artist: 'engine' } })
      .png()
      .toBuffer()
    expect(data.includes('engine')).toBe(true)
    const { file } = await store({ data })
    expect(file.includes('engine')).toBe(false)
  })

  it('gives a colour and a blurhash to show while it loads', async () => {
    const data = await makePng(96, 64, { background: '#2f6f4f' })
    const { dominantColor, blurhash } = await store({ data })
    const channels = [1, 3, 5].map((at) => Number.parseInt(dominantColor.slice(at, at + 2), 16))
    for (const [i, value] of [0x2f, 0x6f, 0x4f].entries()) {
      expect(Math.abs((channels[i] ?? 0) - value)).toBeLessThan(6)
    }
    expect(isBlurhashValid(blurhash).result).toBe(true)
  })

  it('makes a marked copy that differs in its corner only, and keeps the clean file', async () => {
    const data = await makePng(512, 512)
    const { file, markedStorageKey } = await store({ data, marked: true })
    const copy = await storage.read(markedStorageKey ?? '')
    const clean = await sharp(file).raw().toBuffer()
    const marked = await sharp(copy ?? Buffer.alloc(0))
      .removeAlpha()
      .raw()
      .toBuffer()
    const touched = Array.from(clean, (value, i) => (value === marked[i] ? -1 : Math.floor(i / 3)))
      .filter((pixel) => pixel >= 0)
      .map((pixel) => ({ x: pixel % 512, y: Math.floor(pixel / 512) }))
    expect(touched.length).toBeGreaterThan(500)
    expect(touched.every(({ x, y }) => x > 450 && y > 450)).toBe(true)
    expect(readChunks(copy ?? Buffer.alloc(0)).some(({ type }) => type === 'tEXt')).toBe(true)
  })

  it('refuses what is no PNG', async () => {
    await expect(store({ data: Buffer.from('GIF89a') })).rejects.toThrow('Not a PNG file')
    const cut = (await makePng(64, 64)).subarray(0, 60)
    await expect(store({ data: cut })).rejects.toThrow('cut off')
  })
})
