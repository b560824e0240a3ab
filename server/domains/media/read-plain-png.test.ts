import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { labelXmp } from './ai-label.ts'
import { withTexts } from './png-chunks.ts'
import { readPlainPng } from './read-plain-png.ts'

const WIDTH = 67
const HEIGHT = 41

/** Every pixel another one, so that a wrong row or channel shows. */
const PIXELS = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => (index * index * 7 + index) % 256),
)
const picture = sharp(PIXELS, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })

describe('readPlainPng', () => {
  it.each([0, 1, 6, 9])('reads the very pixels at compression level %i', async (level) => {
    const png = await picture.clone().png({ compressionLevel: level }).toBuffer()
    const stored = withTexts(png, {
      parameters: 'a fox, 68 °F',
      xmp: labelXmp('trainedAlgorithmicMedia'),
    })
    const read = await readPlainPng(stored)
    expect(read).toMatchObject({ width: WIDTH, height: HEIGHT })
    expect(read?.pixels.equals(PIXELS)).toBe(true)
  })

  it.each([
    ['filtered rows', () => picture.clone().png({ adaptiveFiltering: true })],
    ['transparency', () => picture.clone().ensureAlpha(0.5).png()],
    ['grey', () => picture.clone().toColourspace('b-w').png()],
    ['a palette', () => picture.clone().png({ palette: true })],
    ['interlacing', () => picture.clone().png({ progressive: true })],
    ['an orientation', () => picture.clone().withMetadata({ orientation: 6 }).png()],
    ['a colour profile', () => picture.clone().withIccProfile('p3').png()],
    ['16 bits', () => picture.clone().toColourspace('rgb16').png()],
    ['more pixels than one megapixel', () => picture.clone().resize(1032, 1024).png()],
    ['another type', () => picture.clone().jpeg()],
  ])('leaves %s to sharp', async (_, make) => {
    expect(await readPlainPng(await make().toBuffer())).toBeNull()
  })

  it('leaves damaged pixels to sharp, and too many or too few of them', async () => {
    const png = await picture.clone().png().toBuffer()
    const damaged = Buffer.from(png)
    damaged.fill(0xaa, 200, 400)
    const lower = Buffer.from(png)
    lower.writeUInt32BE(HEIGHT - 1, 20)
    const higher = Buffer.from(png)
    higher.writeUInt32BE(HEIGHT + 1, 20)
    for (const file of [damaged, lower, higher]) expect(await readPlainPng(file)).toBeNull()
  })

  it('throws for a file that is cut off', async () => {
    const png = await picture.clone().png().toBuffer()
    await expect(readPlainPng(png.subarray(0, -30))).rejects.toThrow('cut off')
  })
})
