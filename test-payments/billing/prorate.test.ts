import fc from 'fast-check'
import { expect, it } from 'vitest'
import { remainingAmount } from './prorate.ts'

const span = (days: number) => ({ start: 0, end: days * 86_400 })

it.each([
  [1200, 30, 15, 600],
  [2900, 30, 15, 1450],
  [20_880, 365, 43.5, 18_392],
  [71_280, 365, 43.5, 62_785],
  [100, 3, 1, 67],
  [999, 31, 0, 999],
  [999, 31, 31, 0],
])('of %i cents for %i days, after %d: %i', (amount, days, passed, rest) => {
  expect(remainingAmount(amount, span(days), passed * 86_400)).toBe(rest)
})

it('is never more than the whole, never less than nothing, and never grows with time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.nat(31_622_400),
      fc.nat(31_622_400),
      (amount, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)]
        const year = { start: 0, end: 31_622_400 }
        const [more, less] = [
          remainingAmount(amount, year, early),
          remainingAmount(amount, year, late),
        ]
        expect(more).toBeLessThanOrEqual(amount)
        expect(less).toBeGreaterThanOrEqual(0)
        expect(less).toBeLessThanOrEqual(more)
      },
    ),
  )
})
