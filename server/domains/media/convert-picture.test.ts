import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePng } from '#tests/support/pictures.ts'
import { labelXmp } from './ai-label.ts'
import { convertPicture } from './convert-picture.ts'
import { readTexts, withTexts } from './png-chunks.ts'

const XMP = labelXmp('trainedAlgorithmicMedia')
const stored = async (parameters: string) =>
  withTexts(await makePng(96, 64), { parameters, xmp: XMP })

/** Exif's UserComment as A1111 and other readers take it: UTF-16, big-endian, after its name. */
function commentOf(file: Buffer): string | null {
  const at = file.indexOf('UNICODE\0')
  if (at < 0) return null
  const text = Buffer.from(file.subarray(at + 8))
  const even = text.subarray(0, text.length - (text.length % 2))
  return even.swap16().toString('utf16le')
}

const TEXTS = [
  'a red fox\nSteps: 20, Sampler: Euler a',
  'ein Fuchs, 68 °F, 狐 \u{1F98A}\nSteps: 4',
  'x',
]

test.each(TEXTS)('another format and size keeps the texts: %j', async (parameters) => {
  for (const format of ['jpeg', 'webp'] as const) {
    const { body, type } = await convertPicture(await stored(parameters), { format, edge: 48 })
    expect(type).toBe(format)
    const found = await sharp(body).metadata()
    expect(found).toMatchObject({ format, width: 48, height: 32 })
    expect(commentOf(body)!.startsWith(parameters)).toBe(true)
    expect(found.xmp?.toString()).toContain('trainedAlgorithmicMedia')
  }
  const { body } = await convertPicture(await stored(parameters), { edge: 48 })
  expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 48, height: 32 })
  expect(readTexts(body)).toEqual({ parameters, xmp: XMP })
})

test('prompt and settings are left out when asked, how it came to be is not', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const { body } = await convertPicture(await stored('a secret fox'), { format, plain: '1' })
    expect(body.includes('secret')).toBe(false)
    expect(commentOf(body)).toBeNull()
    expect((await sharp(body).metadata()).xmp?.toString()).toContain('trainedAlgorithmicMedia')
  }
  const before = await stored('a secret fox')
  const { body } = await convertPicture(before, { plain: '1' })
  expect(await sharp(body).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
})

test('nothing is enlarged, and what is transparent turns white in a JPEG', async () => {
  const small = await convertPicture(await stored('x'), { edge: 4096, format: 'webp' })
  expect(await sharp(small.body).metadata()).toMatchObject({ width: 96, height: 64 })
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background } })
    .png()
    .toBuffer()
  const png = withTexts(clear, { parameters: null, xmp: null })
  const { body } = await convertPicture(png, { format: 'jpeg' })
  expect([...(await sharp(body).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
})
