import { describe, expect, it } from 'vitest'
import { periodEnd } from './calendar.ts'

const at = (text: string) => Date.parse(`${text}T10:00:00Z`) / 1000
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

describe('periodEnd', () => {
  it.each([
    ['2027-01-31', '2027-01-31', 'month', '2027-02-28'],
    ['2027-01-31', '2027-02-28', 'month', '2027-03-31'],
    ['2028-01-30', '2028-01-30', 'month', '2028-02-29'],
    ['2027-12-31', '2027-12-31', 'month', '2028-01-31'],
    ['2028-02-29', '2028-02-29', 'year', '2029-02-28'],
    ['2028-02-29', '2031-02-28', 'year', '2032-02-29'],
    ['2026-11-01', '2040-06-01', 'month', '2040-07-01'],
  ] as const)('anchored on %s, from %s, each %s: %s', (anchor, start, interval, end) => {
    expect(day(periodEnd(at(anchor), at(start), { interval, count: 1 }))).toBe(end)
  })

  it('never loses the anchor, for ten years from every day', () => {
    for (let first = at('2027-01-01'); first < at('2028-01-01'); first += 86_400) {
      const wanted = new Date(first * 1000).getUTCDate()
      let start = first
      for (let month = 0; month < 120; month += 1) {
        const end = periodEnd(first, start, { interval: 'month', count: 1 })
        const last = new Date(end * 1000)
        const lastDay = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 0))
        expect(last.getUTCDate()).toBe(Math.min(wanted, lastDay.getUTCDate()))
        start = end
      }
    }
  })
})
