import { encode } from 'blurhash'
import { expect, it } from 'vitest'
import { meanColorOf } from './mean-color.ts'

it('is the colour of an image that has only one', () => {
  const pixels = new Uint8ClampedArray(4 * 16 * 16)
  for (let at = 0; at < pixels.length; at += 4) pixels.set([4, 120, 200, 255], at)
  expect(meanColorOf(encode(pixels, 16, 16, 4, 3))).toBe('#0478c8')
})

it('is none of a damaged hash', () => {
  for (const hash of ['', 'L0', 'L0 aaaaa', 'L0~~~~aa']) expect(meanColorOf(hash)).toBeUndefined()
})
