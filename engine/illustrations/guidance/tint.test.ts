import { expect, test } from 'vitest'
import { tinted } from './tint.ts'

const EDGE = 6
const AREA = EDGE * EDGE
const BLUE = [0.25, 0.45, 0.9] as const
const RED = [0.85, 0.2, 0.2] as const
const MIDDLE = 2 * EDGE + 2
const EYE = 3 * EDGE + 3

/** A square of one colour on white with an eye in it. */
function square(colour: readonly number[]) {
  const data = new Float32Array(3 * AREA).fill(1)
  for (let y = 1; y < EDGE - 1; y++)
    for (let x = 1; x < EDGE - 1; x++)
      for (const [plane, value] of colour.entries())
        if (y * EDGE + x !== EYE) data[plane * AREA + y * EDGE + x] = 2 * value - 1
  return { data, width: EDGE, height: EDGE }
}
const at = ({ data }: { data: Float32Array }, pixel: number) =>
  [0, 1, 2].map((plane) => Math.round(50 * (data[plane * AREA + pixel]! + 1)) / 100)

test('what is coloured gets the colour, as dark as it was; its eyes and the white around stay', () => {
  const brown = tinted(square([0.5, 0.33, 0.2]), BLUE)
  expect(at(brown, MIDDLE)).toEqual(
    BLUE.map((value) => Math.round(100 * value * (0.25 + 1.03 / 3)) / 100),
  )
  expect(at(brown, EYE)).toEqual([1, 1, 1])
  expect(at(brown, 0)).toEqual([1, 1, 1])
})

test('what has no colour gets it all over', () => {
  expect(at(tinted(square([0.5, 0.5, 0.5]), BLUE), EYE)).toEqual([0.31, 0.56, 1])
})

test('what is nearly of the hue stays as it is', () => {
  const orange = square([0.95, 0.5, 0.1])
  expect(tinted(orange, RED)).toBe(orange)
  expect(at(tinted(orange, BLUE), MIDDLE)[2]).toBeGreaterThan(0.6)
})
