import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { type DecodedUpload, decodeUpload } from './decode-upload.ts'

const HEIC = join(import.meta.dirname, '../../../../tests/fixtures/heic/photo.heic')
/** A red that printing inks can make too. */
const RED = { r: 180, g: 90, b: 80 }
/** The tables of the profile for inks are coarse. */
const PRINTED = 24

const decode = (file: Buffer): Promise<DecodedUpload> =>
  decodeUpload(file, {
    purpose: 'picture',
    signal: new AbortController().signal,
    admit: async () => {},
  })

const red = (alpha?: number): Sharp =>
  sharp({
    create: {
      width: 40,
      height: 24,
      ...(alpha === undefined
        ? { channels: 3, background: RED }
        : { channels: 4, background: { ...RED, alpha } }),
    },
  })

/** The pixels around a place, averaged; a decoder may differ in the last bits. */
async function colourAt({ data }: { data: Buffer }, left: number, top: number): Promise<number[]> {
  const { channels } = await sharp(
    await sharp(data).extract({ left, top, width: 4, height: 4 }).png().toBuffer(),
  ).stats()
  return channels.map(({ mean }) => mean)
}

function expectNear(colour: number[], wanted: number[], within: number): void {
  expect(colour).toHaveLength(wanted.length)
  for (const [index, value] of wanted.entries()) {
    expect(Math.abs((colour[index] ?? 0) - value)).toBeLessThanOrEqual(within)
  }
}

test('a HEIC photograph is upright, in sRGB, and without its place', async () => {
  const kept = await decode(await readFile(HEIC))
  expect(kept).toMatchObject({ width: 48, height: 64, contentType: 'image/jpeg' })
  // 187, 71, 58 and 51, 79, 194 in the file, whose colours are those of Display P3.
  expectNear(await colourAt(kept, 4, 4), [200, 60, 50], 5)
  expectNear(await colourAt(kept, 4, 56), [40, 80, 200], 5)
  const { icc, exif, orientation } = await sharp(kept.data).metadata()
  expect({ icc, exif, orientation }).toEqual({})
})

test('an AVIF photograph is read and kept as JPEG; one that is cut off is damaged', async () => {
  const file = await red().avif().toBuffer()
  const kept = await decode(file)
  expect(kept).toMatchObject({ width: 40, height: 24, contentType: 'image/jpeg' })
  expectNear(await colourAt(kept, 8, 8), [RED.r, RED.g, RED.b], 6)
  // Some programs write the general brand first.
  file.write('mif1', 8, 'latin1')
  expect(await decode(file)).toMatchObject({ width: 40 })
  await expect(decode(file.subarray(0, file.length - 60))).rejects.toMatchObject({
    fieldSentences: { image: ['The image is damaged and cannot be read.'] },
  })
})

test('a HEIC photograph that is cut off is damaged', async () => {
  const file = await readFile(HEIC)
  for (const bytes of [40, 700, file.length - 200]) {
    await expect(decode(file.subarray(0, bytes))).rejects.toMatchObject({
      fieldSentences: { image: ['The image is damaged and cannot be read.'] },
    })
  }
})

test.each<[string, () => Promise<Buffer>, number[], number]>([
  ['16 bits a channel', () => red().toColourspace('rgb16').png().toBuffer(), [180, 90, 80], 1],
  [
    '16 bits and half transparent',
    () => red(0.5).toColourspace('rgb16').png().toBuffer(),
    [180, 90, 80, 128],
    1,
  ],
  [
    'CMYK',
    () => red().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    [180, 90, 80],
    PRINTED,
  ],
  [
    'CMYK with its profile',
    () => red().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
    [180, 90, 80],
    PRINTED,
  ],
  [
    'Display P3',
    () => red().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    [180, 90, 80],
    4,
  ],
  ['shades of grey', () => red().greyscale().png().toBuffer(), [117, 117, 117], 3],
])('%s is kept as it looks', async (_name, make, colour, within) => {
  const file = await make()
  const kept = await decode(file)
  expectNear(await colourAt(kept, 8, 8), colour, within)
  const { depth, icc } = await sharp(kept.data).metadata()
  expect({ depth, icc }).toEqual({ depth: 'uchar', icc: undefined })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is turned upright', async (orientation) => {
  const png = await sharp({ create: { width: 40, height: 24, channels: 3, background: '#fff' } })
    .composite([{ input: await red().resize(8, 8).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
  // Where the red corner of the file is once it is upright: left or right, above or below.
  const right = [2, 3, 6, 7].includes(orientation)
  const below = [3, 4, 7, 8].includes(orientation)
  const file = await sharp(png).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
  const kept = await decode(file)
  const [width, height] = orientation < 5 ? [40, 24] : [24, 40]
  expect(kept).toMatchObject({ width, height })
  const place = [right ? width - 6 : 2, below ? height - 6 : 2] as const
  expectNear(await colourAt(kept, ...place), [180, 90, 80], 8)
})
