import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatCents,
  formatCentsShort,
  formatDollars,
  formatMoney,
  formatNumber,
  formatTime,
  formatUtcDay,
  formatUtcTime,
} from './format.ts'
import { provideLanguage } from './language.ts'

describe('formatCents', () => {
  it('reads back as the same cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (cents) => {
        expect(Math.round(Number(formatCents(cents).replace(/[$,]/g, '')) * 100)).toBe(cents)
      }),
    )
  })

  it('leaves out zero cents where asked', () => {
    expect([formatCentsShort(1200), formatCentsShort(1250)]).toEqual(['$12', '$12.50'])
  })
})

describe('formatMoney', () => {
  it('knows how many digits a currency has', () => {
    expect([formatMoney(660, 'eur'), formatMoney(660, 'jpy'), formatMoney(-660, 'usd')]).toEqual([
      '€6.60',
      '¥660',
      '-$6.60',
    ])
  })
})

it('days and times of money are in UTC, and times say so', () => {
  expect(formatUtcDay('2026-03-05T23:30:00Z')).toBe('Mar 5, 2026')
  expect(formatUtcDay('2026-03-05')).toBe('Mar 5, 2026')
  expect(formatUtcTime('2026-03-05T23:30:00Z')).toBe('Mar 5, 2026, 23:30 UTC')
})

describe('formatTime', () => {
  it('names the year where it is not this one', () => {
    const now = new Date(2026, 2, 9)
    const at = (year: number) => formatTime(new Date(year, 2, 5, 14, 5).toISOString(), now)
    expect([at(2026), at(2025)]).toEqual(['Mar 5, 14:05', 'Mar 5, 2025, 14:05'])
  })
})

it('formats sizes as people say them', () => {
  const megabyte = 1024 ** 2
  const sizes = [0, 0.25 * megabyte, 1.5 * megabyte, 199.6 * megabyte, 2048 * megabyte]
  expect(sizes.map(formatBytes)).toEqual(['0 MB', '0.3 MB', '1.5 MB', '200 MB', '2 GB'])
})

describe('in Spanish', () => {
  beforeAll(() => provideLanguage(() => 'es'))
  afterAll(() => provideLanguage(() => 'en'))

  it('writes numbers and prices as Spanish does', () => {
    const written = [
      formatNumber(3_744_453),
      formatCents(999),
      formatCentsShort(1200),
      formatDollars(0.006, 4),
      formatMoney(712_80, 'usd'),
    ]
    expect(written.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      '3.744.453',
      '9,99 $',
      '12 $',
      '0,0060 $',
      '712,80 $',
    ])
  })
})
