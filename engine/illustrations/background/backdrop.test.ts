import { expect, test } from 'vitest'
import { createUniformStream } from '../../diffusion/noise.ts'
import { fromPlainBackdrop } from '../scene/plain-backdrop.ts'
import { chooseBackdrop } from './backdrop.ts'
import { paintBackground } from './foreground.ts'
import type { Backdrop } from './backgrounds.ts'

const EDGE = 32
const plain = (...colour: [number, number, number]): Backdrop => ({ upper: colour, lower: colour })
const fading: Backdrop = { upper: [1, 1, 1], lower: [0, 0, 0] }
const red = plain(1, 0, 0)
const others = [plain(0, 0, 1), plain(0, 1, 0), plain(1, 1, 0)]

/** A square of one colour, in [-1, 1], on white. */
function squareOf(...colour: [number, number, number]) {
  const isInside = (at: number): boolean => at > 4 && at < EDGE - 5
  const data = Float32Array.from({ length: 3 * EDGE ** 2 }, (_, i) =>
    isInside(i % EDGE) && isInside(Math.floor(i / EDGE) % EDGE)
      ? colour[Math.floor(i / EDGE ** 2)]!
      : 1,
  )
  return { data, width: EDGE, height: EDGE }
}
const chosenFor = (backdrops: Backdrop[], things = squareOf(0.9, -0.9, -0.9)) =>
  Array.from({ length: 40 }, (_, seed) =>
    chooseBackdrop(backdrops, things, createUniformStream(seed)),
  )

test('a thing stands on what it is not like, and the seed decides which of these', () => {
  const chosen = chosenFor([red, ...others]).map((background) => background!.upper.join(','))
  expect(new Set(chosen)).toEqual(new Set(['0,0,1', '0,1,0', '1,1,0']))
})

test('what a backdrop has elsewhere than where a thing is does not count', () => {
  const below = squareOf(0.9, -0.9, -0.9)
  const area = EDGE ** 2
  for (let plane = 0; plane < 3; plane++) below.data.fill(1, plane * area, plane * area + area / 2)
  const redAbove: Backdrop = { upper: [1, 0, 0], lower: [0, 0, 1] }
  const redBelow: Backdrop = { upper: [0, 0, 1], lower: [1, 0, 0] }
  const chosen = chosenFor([redBelow, redAbove, ...others], below)
  expect(
    chosen.some((background) => background!.upper[0] === 1 && background!.lower[0] === 0),
  ).toBe(true)
  expect(
    chosen.some((background) => background!.lower[0] === 1 && background!.lower[1] === 0),
  ).toBe(false)
})

test('where too few are unlike it, it has a choice all the same', () => {
  const reds = [red, plain(0.95, 0.1, 0), plain(1, 0, 0.1), plain(0.9, 0, 0)]
  const chosen = chosenFor([...reds, others[0]!]).map((background) => background!.upper.join(','))
  expect(new Set(chosen).size).toBe(3)
  expect(chosen).toContain('0,0,1')
})

test('it is a gradient that the seed leans to a side, and none without backdrops', () => {
  const chosen = chosenFor([{ upper: [0, 0, 1], lower: [0, 0, 0.5] }])
  for (const background of chosen)
    expect(background).toMatchObject({ upper: [0, 0, 1], lower: [0, 0, 0.5], horizon: null })
  const leans = chosen.map((background) => background!.lean!)
  expect(Math.min(...leans)).toBeLessThan(-0.3)
  expect(Math.max(...leans)).toBeGreaterThan(0.3)
  expect(chosenFor([])[0]).toBeNull()
})

test('painted, it goes from one colour to the other, and is known as a backdrop however it leans', () => {
  for (const lean of [-0.6, 0, 0.6]) {
    const background = { ...fading, words: '', horizon: null, lean }
    const painted = paintBackground({ width: EDGE, height: EDGE }, background)
    const [least, most] = [Math.min(...painted.data), Math.max(...painted.data)]
    expect(most).toBeGreaterThan(0.95)
    expect(most).toBeLessThanOrEqual(1)
    expect(least).toBeLessThan(-0.85)
    expect(least).toBeGreaterThanOrEqual(-1)
    expect(Math.max(...fromPlainBackdrop(painted)!)).toBeLessThan(1e-3)
    const [left, right] = [painted.data[EDGE * 16]!, painted.data[EDGE * 17 - 1]!]
    expect(Math.sign(left - right)).toBe(Math.sign(lean))
  }
})
