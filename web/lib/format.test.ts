import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCents, formatCentsShort, formatMoney } from './format.ts'

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
