import { expect, test } from 'vitest'
import {
  judgePixels,
  lookAtPixels,
  PATTERN_GRID,
  nearestPattern,
  patternDistance,
  SAME_PATTERN,
} from './photo-coach.ts'

const EDGE = 64

/** A gray photo by a function of its place. */
function seen(valueAt: (x: number, y: number) => number, channels = 4) {
  const data = new Uint8ClampedArray(EDGE * EDGE * channels).fill(255)
  for (let at = 0; at < EDGE * EDGE; at++)
    for (let c = 0; c < Math.min(3, channels); c++)
      data[at * channels + c] = valueAt(at % EDGE, Math.floor(at / EDGE))
  const { width, height } = PATTERN_GRID
  const grid = Float32Array.from({ length: width * height }, (_, at) =>
    valueAt(((at % width) * EDGE) / width, (Math.floor(at / width) * EDGE) / height),
  )
  return lookAtPixels(
    { width: 1200, height: 900 },
    { data, width: EDGE, height: EDGE, channels },
    grid,
  )
}

const checks = (low: number, high: number) => (x: number, y: number) => ((x + y) % 2 ? low : high)
const codes = (look: Parameters<typeof judgePixels>[0]) => judgePixels(look).map(({ code }) => code)

test('what pixels tell: size, sharpness and light', () => {
  const good = seen(checks(80, 160))
  expect(codes(good)).toEqual([])
  expect(codes({ ...good, height: 300 })).toEqual(['small'])
  expect(codes({ ...good, width: 200 })).toEqual(['too_small'])
  expect(codes(seen(() => 128))).toEqual(['blurred'])
  expect(codes(seen(checks(10, 40)))).toEqual(['dark'])
  expect(codes(seen(checks(220, 255)))).toEqual(['bright'])
})

test('gray, color and opacity are read alike', () => {
  const [gray, color, clear] = [1, 3, 4].map((channels) => seen(checks(60, 150), channels))
  expect(gray).toEqual(color)
  expect(color).toEqual(clear)
  expect(gray!.rim[0]).toBeCloseTo(105, 0)
})

test('patterns of one photo are near, of two others far', () => {
  const one = seen((x, y) => 128 + 100 * Math.sin(x / 9) * Math.cos(y / 7)).pattern
  const brighter = seen((x, y) => 148 + 100 * Math.sin(x / 9) * Math.cos(y / 7)).pattern
  const other = seen((x, y) => 128 + 100 * Math.cos(x / 5) * Math.sin(y / 11 + 2)).pattern
  expect(one).toMatch(/^[0-9a-f]{16}$/)
  expect(patternDistance(one, brighter)).toBeLessThanOrEqual(SAME_PATTERN)
  expect(patternDistance(one, other)).toBeGreaterThan(2 * SAME_PATTERN)
})

test('a mirrored photo is near to the photo', () => {
  const leaning = (x: number, y: number) =>
    128 + 60 * Math.sin(x / 9 + y / 5) + 60 * Math.cos(x / 23)
  const one = seen(leaning)
  const mirrored = seen((x, y) => leaning((EDGE * 8) / 9 - x, y))
  expect(patternDistance(one.pattern, mirrored.pattern)).toBeGreaterThan(2 * SAME_PATTERN)
  expect(nearestPattern(one, mirrored.pattern)).toBeLessThanOrEqual(SAME_PATTERN)
  // Seen before mirrored images were looked at.
  const { mirrored: _, ...before } = one
  expect(nearestPattern(before, mirrored.pattern)).toBeGreaterThan(2 * SAME_PATTERN)
})
