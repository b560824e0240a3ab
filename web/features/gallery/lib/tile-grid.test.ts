import { expect, test } from 'vitest'
import { tileColumns, tileRatio } from './tile-grid.ts'

test('a tile keeps the shape of its picture unless nobody could hit it', () => {
  expect(tileRatio({ width: 1024, height: 576 })).toBeCloseTo(16 / 9)
  expect(tileRatio({ width: 2048, height: 64 })).toBe(8)
  expect(tileRatio({ width: 64, height: 2048 })).toBe(0.4)
})

test.each([
  [1, 1, 1],
  [4, 1, 2],
  [3, 1, 3],
  [4, 9 / 16, 4],
  [4, 16 / 9, 2],
  [4, 8, 1],
])('%i tiles of ratio %f stand in %i columns', (count, ratio, columns) => {
  expect(tileColumns(count, ratio)).toBe(columns)
})
