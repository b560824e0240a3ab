import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makePng } from '#tests/support/pictures.ts'
import { fingerprintPicture } from './fingerprint-picture.ts'

const differenceOf = (a: string | null, b: string | null): number =>
  (a ?? '').split('').filter((bit, at) => bit !== b?.[at]).length

it('knows an image again that was scaled and compressed, and tells others apart', async () => {
  const image = await makePng(256, 256, { noise: 40 })
  const first = await fingerprintPicture(image)
  const withText = await sharp(image).png({ compressionLevel: 1 }).withMetadata().toBuffer()
  expect((await fingerprintPicture(withText)).pixels).toBe(first.pixels)
  const smaller = await sharp(image).resize(190).jpeg({ quality: 60 }).toBuffer()
  const second = await fingerprintPicture(smaller)
  expect(second.pixels).not.toBe(first.pixels)
  expect(differenceOf(first.looks, second.looks)).toBeLessThanOrEqual(16)
  const other = await sharp(image).rotate(90).toBuffer()
  expect(differenceOf(first.looks, (await fingerprintPicture(other)).looks)).toBeGreaterThan(32)
})

it('takes the looks of an image that shows nothing for no evidence', async () => {
  const plain = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#2f6f4f' },
  })
    .png()
    .toBuffer()
  expect((await fingerprintPicture(plain)).looks).toBeNull()
})
