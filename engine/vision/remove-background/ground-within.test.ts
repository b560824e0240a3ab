import { expect, test } from 'vitest'
import { groundWithin } from './ground-within.ts'

const EDGE = 15
const MIDDLE = 7 * EDGE + 7

test.each([
  ['half seen, with the colour of the ground', 0.45, 230, true],
  ['half seen, with the colour of the subject', 0.45, 40, false],
  ['surely a hole', 0.05, 230, false],
])('a cell within the subject, %s', (_what, certainty, colour, counts) => {
  const values = new Float32Array(EDGE * EDGE)
  for (let y = 4; y < 11; y++) values.fill(0.9, y * EDGE + 4, y * EDGE + 11)
  values[MIDDLE] = certainty
  const pixels = new Uint8Array(3 * EDGE * EDGE)
  for (const [cell, value] of values.entries())
    pixels.fill(cell === MIDDLE ? colour : value === 0 ? 235 : 45, 3 * cell, 3 * cell + 3)
  expect(groundWithin(values, pixels, EDGE) > 0).toBe(counts)
})
