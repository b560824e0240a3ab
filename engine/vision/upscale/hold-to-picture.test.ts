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

it('leaves no steps where the strength changes from pixel to pixel', () => {
  const slope = (y: number): number => 100 + 3 * y
  const picture = planes(EDGE, (_, y) => slope(y))
  const enlarged = planes(EDGE * FACTOR, (_, y) => slope((y + 0.5) / FACTOR - 0.5))
  const own = Float32Array.from({ length: EDGE ** 2 }, (_, at) => 0.3 + Math.floor(at / EDGE) / 8)
  holdToPicture(picture, enlarged, FACTOR, own)
  const { values, width } = enlarged
  // Away from the border, beyond which pixels are repeated.
  for (let y = 3 * FACTOR; y < (EDGE - 3) * FACTOR; y++)
    expect(values[y * width + 20]! - values[(y - 1) * width + 20]!).toBeCloseTo(3 / FACTOR, 1)
})
