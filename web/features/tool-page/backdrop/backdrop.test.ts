import { expect, test } from 'vitest'
import { subjectOf } from './backdrop.ts'

function picture(width: number, height: number, opaque: (x: number, y: number) => boolean) {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels[(y * width + x) * 4 + 3] = opaque(x, y) ? 255 : 3
  }
  return pixels
}

test('the subject is what is opaque, with a little room around it', () => {
  const pixels = picture(100, 200, (x, y) => x >= 40 && x < 60 && y >= 50 && y < 150)
  const crop = subjectOf(pixels, 100, 200)
  expect(crop.left).toBeCloseTo(0.36)
  expect(crop.width).toBeCloseTo(0.28)
  expect(crop.top).toBeCloseTo(0.23)
  expect(crop.height).toBeCloseTo(0.54)
})

test('nothing is cut off the image of a subject that reaches its sides, nor of an empty one', () => {
  const whole = { left: 0, top: 0, width: 1, height: 1 }
  expect(
    subjectOf(
      picture(8, 4, () => true),
      8,
      4,
    ),
  ).toEqual(whole)
  expect(
    subjectOf(
      picture(8, 4, () => false),
      8,
      4,
    ),
  ).toEqual(whole)
})
