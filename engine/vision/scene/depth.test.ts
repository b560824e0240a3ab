import { expect, test } from 'vitest'
import { profileOf, subjectDepthIn } from './depth.ts'

const EDGE = 48

/** @param value at a place, each from 0 to 1 */
const mapOf = (value: (x: number, y: number) => number) => ({
  values: Float32Array.from({ length: EDGE * EDGE }, (_, i) =>
    value((i % EDGE) / (EDGE - 1), Math.floor(i / EDGE) / (EDGE - 1)),
  ),
  edge: EDGE,
})
/** A subject in the middle of the picture. */
const opacity = {
  width: 60,
  height: 60,
  data: Uint8Array.from({ length: 3600 }, (_, i) => {
    const [x, y] = [i % 60, Math.floor(i / 60)]
    return x >= 20 && x < 40 && y >= 20 && y < 50 ? 255 : 0
  }),
}

test('depth at a height is what was found there, and changes so slowly that no row folds over another', () => {
  const profile = profileOf(
    mapOf((_, y) => y),
    null,
  )
  expect(profile(0.05)).toBeLessThan(0.3)
  expect(profile(0.95)).toBeGreaterThan(0.85)
  const cliff = profileOf(
    mapOf((_, y) => (y < 0.5 ? 0 : 1)),
    null,
  )
  for (let height = 0.01; height < 1; height += 0.01) {
    const change = Math.abs(cliff(height) - cliff(height - 0.01))
    expect(change).toBeLessThanOrEqual(0.0201)
  }
})

test('a subject is no part of the ground, and is never behind where it stands', () => {
  const map = mapOf((x, y) => (x > 0.34 && x < 0.66 && y > 0.34 && y < 0.83 ? 1 : 0.2))
  const profile = profileOf(map, opacity)
  for (const height of [0.1, 0.5, 0.9]) expect(profile(height)).toBeCloseTo(0.15 + 0.85 * 0.2, 1)
  expect(subjectDepthIn(map, opacity, { profile, foot: 0.83 })).toBeGreaterThan(0.9)
  const far = mapOf((x, y) => (x > 0.34 && x < 0.66 && y > 0.34 && y < 0.83 ? 0 : 0.8))
  const ground = profileOf(far, opacity)
  expect(subjectDepthIn(far, opacity, { profile: ground, foot: 0.83 })).toBeGreaterThan(
    ground(0.83),
  )
})

test('where nothing but the subject is seen, the ground is as around it', () => {
  const all = { ...opacity, data: opacity.data.map((_, i) => (Math.floor(i / 60) >= 20 ? 255 : 0)) }
  const profile = profileOf(
    mapOf(() => 0.6),
    all,
  )
  expect(profile(0.9)).toBeCloseTo(0.15 + 0.85 * 0.6, 2)
})
