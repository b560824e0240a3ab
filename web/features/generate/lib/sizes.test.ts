import { expect, test } from 'vitest'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { ASPECT_RATIOS, matchSize, nearestEdge, nearestRatio, SIZE_TIERS, sizeOf } from './sizes.ts'

test('every offered size is one that the API takes and not above its tier', () => {
  for (const ratio of ASPECT_RATIOS) {
    for (const { edge } of SIZE_TIERS) {
      const { width, height } = sizeOf(ratio, edge)
      for (const side of [width, height]) {
        expect(side % LIMITS.size.step).toBe(0)
        expect(side).toBeGreaterThanOrEqual(LIMITS.size.min)
        expect(side).toBeLessThanOrEqual(LIMITS.size.max)
      }
      expect(width * height).toBeLessThanOrEqual(edge * edge)
    }
  }
})

test('squares are exact', () => {
  expect(sizeOf(ASPECT_RATIOS[0]!, 512)).toEqual({ width: 512, height: 512 })
  expect(sizeOf(ASPECT_RATIOS[0]!, 1024)).toEqual({ width: 1024, height: 1024 })
})

test('an offered size is recognised, another is not', () => {
  const wide = ASPECT_RATIOS.find((ratio) => ratio.label === '16:9')!
  expect(matchSize(sizeOf(wide, 512))).toEqual({ ratio: wide, edge: 512 })
  expect(matchSize({ width: 520, height: 64 })).toBeNull()
})

test('an own size is near the right ratio and tier', () => {
  expect(nearestRatio({ width: 1000, height: 560 }).label).toBe('16:9')
  expect(nearestEdge({ width: 600, height: 400 })).toBe(512)
})
