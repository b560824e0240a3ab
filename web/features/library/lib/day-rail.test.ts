import { expect, it } from 'vitest'
import { dayAt, monthMarks, placesOf } from './day-rail.ts'

const days = [
  { day: '2026-11-30', count: 2 },
  { day: '2026-11-02', count: 6 },
  { day: '2026-10-31', count: 1 },
  { day: '2025-01-01', count: 1 },
]
const places = placesOf(days)

it('gives every image the same room', () => {
  expect(places).toEqual([0, 0.2, 0.8, 0.9])
  expect(placesOf([])).toEqual([])
})

it.each([
  [-0.1, 0],
  [0, 0],
  [0.19, 0],
  [0.2, 1],
  [0.79, 1],
  [0.85, 2],
  [1.5, 3],
])('finds the day at %f', (place, index) => {
  expect(dayAt(places, place)).toBe(index)
})

it('names a month once, and where there is room', () => {
  const all = monthMarks(days, places, 0.09)
  expect(all.map(({ month }) => month)).toEqual(['2026-11', '2026-10', '2025-01'])
  const few = monthMarks(days, places, 0.15)
  expect(few.map(({ month }) => month)).toEqual(['2026-11', '2026-10'])
})
