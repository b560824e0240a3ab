import { expect, test } from 'vitest'
import type { Planes } from '../../diffusion/networks.ts'
import { fromPlainBackdrop } from './plain-backdrop.ts'
import { foregroundMask } from './foreground-mask.ts'

const EDGE = 32
type Colour = readonly [number, number, number]

function paint(colourAt: (x: number, y: number) => Colour): Planes {
  const data = Float32Array.from(
    { length: 3 * EDGE ** 2 },
    (_, i) => colourAt(i % EDGE, Math.floor(i / EDGE) % EDGE)[Math.floor(i / EDGE ** 2)]!,
  )
  return { data, width: EDGE, height: EDGE }
}
const isIn = (x: number, y: number): boolean => x >= 10 && x < 22 && y >= 10 && y < 22
const gradient = (x: number, y: number): Colour => [0.8, 0.4 - y / 80, x / 100]
const nearly = ([red, green, blue]: Colour): Colour => [red, green - 0.15, blue + 0.2]

test('tells how far each pixel is from a gradient all around', () => {
  const apart = fromPlainBackdrop(
    paint((x, y) => (isIn(x, y) ? nearly(gradient(x, y)) : gradient(x, y))),
  )!
  expect(apart[0]).toBeLessThan(0.01)
  expect(apart[16 * EDGE + 16]).toBeCloseTo(0.25, 2)
})

test('a horizon is no plain backdrop, nor is what a thing covers at the frame', () => {
  expect(fromPlainBackdrop(paint((_, y) => (y < 20 ? [0, 0.5, 1] : [-0.5, 0.5, -1])))).toBeNull()
  expect(fromPlainBackdrop(paint((x) => (x < 16 ? [1, 1, 1] : [-1, 0, 1])))).toBeNull()
})

test('so a thing that goes over into its backdrop is a thing all the same', () => {
  // Step by step to a colour that is near.
  const soft = (x: number, y: number): Colour => {
    const part = Math.min(1, Math.max(0, (10 - Math.hypot(x - 16, y - 16)) / 6))
    return [0.9, 0.7 - 0.25 * part, -0.4]
  }
  const picture = paint(soft)
  const things = foregroundMask(picture, fromPlainBackdrop(picture))
  expect(foregroundMask(picture)[16 * EDGE + 16]).toBe(0)
  expect(things[16 * EDGE + 16]).toBe(1)
  expect(things[2 * EDGE + 16]).toBe(0)
})
