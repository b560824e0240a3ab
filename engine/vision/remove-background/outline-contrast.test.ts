import { expect, it } from 'vitest'
import { faintShareOfOutline } from './outline-contrast.ts'

const EDGE = 40

/** A square in the middle, light on the left of it and of its own colour on the right. */
function grid(): { values: Float32Array; pixels: Uint8Array } {
  const values = new Float32Array(EDGE * EDGE)
  const pixels = new Uint8Array(3 * EDGE * EDGE).fill(90)
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      if (x >= 12 && x < 28 && y >= 12 && y < 28) values[y * EDGE + x] = 1
      if (x < 12) pixels.fill(240, 3 * (y * EDGE + x), 3 * (y * EDGE + x) + 3)
    }
  return { values, pixels }
}

it('tells how much of an outline has one colour on both sides', () => {
  const { values, pixels } = grid()
  expect(faintShareOfOutline(values, pixels, EDGE)).toBeCloseTo(0.75)
  expect(faintShareOfOutline(new Float32Array(EDGE * EDGE), pixels, EDGE)).toBe(0)
})
