import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditMonth, creditMonthAt, MONTHS } from './credit-months.ts'
import { addMonths } from '#server/domains/credits/index.ts'
import { loweredCredits, restartCredits, upgradeCredits } from './proration.ts'

const at = (text: string) => new Date(text)

describe('credits of an upgrade', () => {
  it('Basic to Starter in the middle of November: half of the difference', () => {
    const change = {
      old: 2000,
      new: 5000,
      at: at('2026-11-16T00:00:00Z'),
      start: at('2026-11-01T00:00:00Z'),
      end: at('2026-12-01T00:00:00Z'),
    }
    expect(upgradeCredits(change)).toBe(1500)
    expect(loweredCredits({ ...change, old: 5000, new: 2000 })).toBe(1500)
  })

  it('Starter yearly to Pro yearly on 15 March at noon: the credit month began on 28 February', () => {
    const paid = {
      period: 'yearly' as const,
      anchor: at('2027-01-31T00:00:00Z'),
      period_start: at('2027-01-31T00:00:00Z'),
      renews_at: at('2028-01-31T00:00:00Z'),
    }
    const noon = at('2027-03-15T12:00:00Z')
    const month = creditMonthAt(paid, noon)
    expect(month).toEqual({
      index: 1,
      start: at('2027-02-28T00:00:00Z'),
      end: at('2027-03-31T00:00:00Z'),
    })
    const { start, end } = month ?? { start: noon, end: noon }
    expect(upgradeCredits({ old: 5000, new: 25_000, at: noon, start, end })).toBe(10_000)
  })

  it('monthly to yearly begins a new month: what is left of the old one counts against it', () => {
    const half = {
      old: 2000,
      new: 2000,
      at: at('2026-11-16T00:00:00Z'),
      start: at('2026-11-01T00:00:00Z'),
      end: at('2026-12-01T00:00:00Z'),
    }
    expect(restartCredits(half)).toBe(1000)
    expect(restartCredits({ ...half, at: half.start })).toBe(0)
    expect(restartCredits({ ...half, at: half.end })).toBe(2000)
  })

  const month = { start: at('2026-11-01T00:00:00Z'), end: at('2026-12-01T00:00:00Z') }
  const SECONDS = 30 * 86_400
  const moment = fc
    .integer({ min: 0, max: SECONDS })
    .map((second) => new Date(month.start.getTime() + second * 1000))
  const ladder = fc
    .array(fc.integer({ min: 1, max: 25_000 }), { minLength: 2, maxLength: 5 })
    .map((sizes) => sizes.toSorted((a, b) => a - b))

  it('a ladder of upgrades at one moment brings no more than one step', () => {
    fc.assert(
      fc.property(ladder, moment, (sizes, when) => {
        const steps = sizes
          .slice(1)
          .map((size, i) => upgradeCredits({ old: sizes[i] ?? 0, new: size, at: when, ...month }))
        const whole = upgradeCredits({
          old: sizes[0] ?? 0,
          new: sizes.at(-1) ?? 0,
          at: when,
          ...month,
        })
        const sum = steps.reduce((total, step) => total + step, 0)
        expect(sum).toBeLessThanOrEqual(whole)
        expect(sum).toBeGreaterThan(whole - steps.length)
      }),
    )
  })

  it('is the exact fraction rounded down, and what is taken back is it rounded up', () => {
    fc.assert(
      fc.property(ladder, moment, ([low = 1, high = 1], when) => {
        const left = BigInt((month.end.getTime() - when.getTime()) / 1000)
        const [down, whole] = [BigInt(high - low) * left, BigInt(SECONDS)]
        const up = (value: bigint) => Number(value / whole) + (value % whole > 0n ? 1 : 0)
        const change = { old: low, new: high, at: when, ...month }
        expect(upgradeCredits(change)).toBe(Number(down / whole))
        expect(loweredCredits({ ...change, old: high, new: low })).toBe(up(down))
        const restarted = restartCredits(change)
        expect(restarted).toBe(high - up(BigInt(low) * left))
      }),
    )
  })
})

describe('credit months', () => {
  it('cover each paid period without a gap, for anchors on every day over ten years', () => {
    const first = Date.UTC(2026, 0, 1, 13, 30)
    for (let day = 0; day < 3653; day += 1) {
      const anchor = new Date(first + day * 86_400_000)
      for (const period of ['monthly', 'yearly'] as const) {
        for (const year of [0, 1, 3]) {
          const from = addMonths(anchor, year * 12)
          const paid = {
            period,
            anchor,
            period_start: from,
            renews_at: addMonths(anchor, year * 12 + MONTHS[period]),
          }
          let end = from
          for (let index = 0; index < MONTHS[period]; index += 1) {
            const month = creditMonth(paid, index)
            if (month?.start.getTime() !== end.getTime())
              throw new Error(`${anchor.toISOString()} ${index}`)
            end = month.end
          }
          if (end.getTime() !== paid.renews_at.getTime())
            throw new Error(`${anchor.toISOString()} ends`)
          expect(creditMonth(paid, MONTHS[period])).toBeNull()
        }
      }
    }
  })
})
