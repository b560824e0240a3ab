import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { photographFile } from '#scripts/support/photographs.ts'
import { randomNumbers } from '#tests/bench/quality/random.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { isSharp } from './is-sharp.ts'

/** Of Eileen Collins in the photograph, as it is found. */
const FACE = { box: { x: 175, y: 68, width: 100, height: 116 } }

async function astronaut(change: (image: Sharp) => Sharp): Promise<RgbPicture> {
  const { data, info } = await change(sharp(photographFile('astronaut')))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

test('a face in focus is sharp', async () => {
  expect(isSharp(await astronaut((image) => image), FACE)).toBe(true)
})

test('what is blurred, enlarged or noisy is not', async () => {
  expect(isSharp(await astronaut((image) => image.blur(2)), FACE)).toBe(false)
  const small = await sharp(photographFile('astronaut')).resize(128).png().toBuffer()
  const { data, info } = await sharp(small).resize(512).raw().toBuffer({ resolveWithObject: true })
  expect(isSharp({ data, width: info.width, height: info.height }, FACE)).toBe(false)
  const noisy = await astronaut((image) => image)
  const random = randomNumbers(3)
  noisy.data = noisy.data.map((value) => Math.min(255, Math.max(0, value + 60 * (random() - 0.5))))
  expect(isSharp(noisy, FACE)).toBe(false)
})

test('what was compressed strongly is not, and what was a little is', async () => {
  const compressed = async (quality: number): Promise<RgbPicture> => {
    const file = await sharp(photographFile('astronaut')).jpeg({ quality }).toBuffer()
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  expect(isSharp(await compressed(90), FACE)).toBe(true)
  expect(isSharp(await compressed(5), FACE)).toBe(false)
})

test('skin that is smooth beside sharp eyes and lips is sharp, as in a studio', async () => {
  const retouched = await astronaut((image) => image)
  const soft = await astronaut((image) => image.median(5))
  const { data, width } = retouched
  // Everything but strong edges is smoothed.
  for (let at = 0; at < data.length; at++) {
    const difference = Math.abs(data[at]! - soft.data[at]!)
    if (difference < 14) data[at] = soft.data[at]!
  }
  expect(isSharp({ data, width, height: retouched.height }, FACE)).toBe(true)
})

test('too few pixels to tell are none', async () => {
  const box = { x: 200, y: 100, width: 12, height: 14 }
  expect(isSharp(await astronaut((image) => image), { box })).toBe(false)
})
