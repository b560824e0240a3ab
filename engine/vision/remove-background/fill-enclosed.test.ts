import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillEnclosed } from './fill-enclosed.ts'

const EDGE = 9

/** A square of certainty 0.9, a cell from the border, with one cell in its middle. */
function squareAround(middle: number, gap: number | null = null): Float32Array {
  const values = new Float32Array(EDGE * EDGE)
  for (let y = 1; y < EDGE - 1; y++) values.fill(0.9, y * EDGE + 1, y * EDGE + EDGE - 1)
  values[MIDDLE] = middle
  if (gap !== null) for (let x = 5; x < EDGE; x++) values[4 * EDGE + x] = gap
  return values
}
const MIDDLE = 4 * EDGE + 4

test('what the network half sees within the subject belongs to it', () => {
  const filled = fillEnclosed(squareAround(0.5), EDGE, EDGE)
  expect(filled[MIDDLE]).toBeCloseTo(0.9, 2)
  expect(filled[0]).toBe(0)
})

test('a hole that it is sure of stays one', () => {
  expect(fillEnclosed(squareAround(0.1), EDGE, EDGE)[MIDDLE]).toBeCloseTo(0.1, 6)
})

test('what is open to the border is not enclosed', () => {
  expect(fillEnclosed(squareAround(0.5, 0.5), EDGE, EDGE)[MIDDLE]).toBeCloseTo(0.5, 6)
})

test('whatever was seen: nothing becomes less certain, or more so than the most certain cell', () => {
  const cells = fc.array(fc.float({ min: 0, max: 1, noNaN: true }), {
    minLength: EDGE * EDGE,
    maxLength: EDGE * EDGE,
  })
  fc.assert(
    fc.property(cells, (given) => {
      const values = Float32Array.from(given)
      const filled = fillEnclosed(values, EDGE, EDGE)
      const most = values.reduce((a, b) => Math.max(a, b))
      for (const [cell, value] of values.entries()) {
        expect(filled[cell]).toBeGreaterThanOrEqual(value)
        expect(filled[cell]).toBeLessThanOrEqual(most + 1e-6)
      }
    }),
  )
})
