import { expect, it } from 'vitest'
import { holdToPicture, type Planes } from './hold-to-picture.ts'

const EDGE = 12
const FACTOR = 4

function planes(edge: number, value: (x: number, y: number, c: number) => number): Planes {
  const values = Float32Array.from({ length: 3 * edge * edge }, (_, i) =>
    value(i % edge, Math.floor(i / edge) % edge, Math.floor(i / edge ** 2)),
  )
  return { values, width: edge, height: edge }
}

it.each([1, 0.5])('agrees with the picture when shrunk again, with %f of the drawing', (own) => {
  const picture = planes(EDGE, (x, y, c) => 90 + 20 * Math.sin(x) + 10 * y + 30 * c)
  // A drawing with a cast, and with a fine line that the picture cannot have.
  const enlarged = planes(EDGE * FACTOR, (x, y, c) => {
    const seen =
      picture.values[(c * EDGE + Math.floor(y / FACTOR)) * EDGE + Math.floor(x / FACTOR)]!
    return seen + 25 - 12 * c + (x % 2 === 0 ? 8 : -8)
  })
  holdToPicture(picture, enlarged, FACTOR, own)
  const { values, width } = enlarged
  let worst = 0
  for (let i = 0; i < picture.values.length; i++) {
    const [x, y, c] = [i % EDGE, Math.floor(i / EDGE) % EDGE, Math.floor(i / EDGE ** 2)]
    let mean = 0
    for (let k = 0; k < FACTOR ** 2; k++)
      mean +=
        values[
          (c * width + y * FACTOR + Math.floor(k / FACTOR)) * width + x * FACTOR + (k % FACTOR)
        ]! /
        FACTOR ** 2
    worst = Math.max(worst, Math.abs(mean - picture.values[i]!))
  }
  expect(worst).toBeLessThan(2)
  const at = 22 * width + 22
  expect(values[at]! - values[at - 1]!).toBeGreaterThan(12 * own)
})

it('leaves no step where the strength of details changes from pixel to pixel', () => {
  const picture = planes(EDGE, (x, y) => 150 + x + y)
  const enlarged = planes(EDGE * FACTOR, (x, y) => 150 + (x + y + 1) / FACTOR - 1)
  const strengths = Float32Array.from({ length: EDGE ** 2 }, (_, at) => 0.3 + (at % EDGE) / 8)
  holdToPicture(picture, enlarged, FACTOR, strengths)
  const { values, width } = enlarged
  const row = 20 * width
  let most = 0
  for (let x = 2 * FACTOR; x < width - 2 * FACTOR; x++)
    most = Math.max(most, Math.abs(values[row + x + 1]! - values[row + x]!))
  expect(most).toBeLessThan(0.6)
})
