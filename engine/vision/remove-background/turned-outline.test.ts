import { expect, it } from 'vitest'
import { turnedShareOfOutline } from './turned-outline.ts'

const EDGE = 40

/** A square whose right side is where it is said. */
function square(right: number): Float32Array {
  const values = new Float32Array(EDGE * EDGE)
  for (let y = 10; y < 30; y++) values.fill(1, y * EDGE + 10, y * EDGE + right)
  return values
}

it('tells how much of an outline lies elsewhere in the mirror image', () => {
  expect(turnedShareOfOutline(square(30), square(30), EDGE)).toBe(0)
  expect(turnedShareOfOutline(square(30), square(31), EDGE)).toBe(0)
  // The right side, and the ends of the upper and the lower one.
  const share = turnedShareOfOutline(square(30), square(25), EDGE)
  expect(share).toBeGreaterThan(0.25)
  expect(share).toBeLessThan(0.4)
  expect(turnedShareOfOutline(new Float32Array(EDGE * EDGE), square(30), EDGE)).toBe(0)
})
