import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCentsShort } from '#web/lib/format.ts'
import {
  boldParts,
  largestDiscount,
  packPricePerImage,
  planAmounts,
  planPricePerImage,
  shownPrice,
} from './prices.ts'

/** Price list of the specification, and what its formulas give. */
const LIST = [
  { monthly: 12, yearly: 79.2, yearlyDiscount: 45, perMonth: '$6.60', original: '$12.00' },
  { monthly: 29, yearly: 208.8, yearlyDiscount: 40, perMonth: '$17.40', original: '$29.00' },
  { monthly: 49, yearly: 352.8, yearlyDiscount: 40, perMonth: '$29.40', original: '$49.00' },
  { monthly: 99, yearly: 712.8, yearlyDiscount: 40, perMonth: '$59.40', original: '$99.00' },
]

/** `n / d` cents as dollars with two decimals, halves up, by whole numbers alone. */
function exactDollars(n: bigint, d: bigint): string {
  const cents = (2n * n + d) / (2n * d)
  return `$${(cents / 100n).toLocaleString('en-US')}.${String(cents % 100n).padStart(2, '0')}`
}

describe('shownPrice', () => {
  it.each(LIST)(
    'shows $yearly a year at $yearlyDiscount % off',
    ({ perMonth, original, ...price }) => {
      expect(shownPrice({ price }, 'yearly')).toEqual({
        perMonth,
        perYear: formatCentsShort(Math.round(price.yearly * 100)),
        original,
        discount: price.yearlyDiscount,
      })
    },
  )

  it('shows the monthly price as it is', () => {
    expect(shownPrice({ price: LIST[0]! }, 'monthly')).toEqual({
      perMonth: '$12',
      perYear: null,
      original: null,
      discount: null,
    })
  })

  it('is exact to the cent for any price and discount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 99 }),
        (cents, off) => {
          const price = { monthly: 1, yearly: cents / 100, yearlyDiscount: off }
          const shown = shownPrice({ price }, 'yearly')
          expect(shown.perMonth).toBe(exactDollars(BigInt(cents), 12n))
          expect(shown.original).toBe(exactDollars(BigInt(cents) * 100n, BigInt(100 - off) * 12n))
        },
      ),
    )
  })
})

describe('planAmounts', () => {
  it('is in whole cents', () => {
    expect(planAmounts(LIST[0]!)).toEqual({
      monthly: 1200,
      yearly: 7920,
      yearlyPerMonth: 660,
      originalPerMonth: 1200,
    })
  })
})

describe('largestDiscount', () => {
  it('is that of the shown offers', () => {
    const offers = LIST.map((price) => ({ price }))
    expect(largestDiscount(offers)).toBe(45)
    expect(largestDiscount(offers.slice(1))).toBe(40)
    expect(largestDiscount([])).toBe(0)
  })
})

describe('price of an image', () => {
  it.each([
    [1000, 999, '$0.0100'],
    [2000, 1799, '$0.0090'],
    [6000, 4999, '$0.0083'],
    [14_000, 9999, '$0.0071'],
  ])('of %i credits for %i cents has four decimals', (quantity, price, shown) => {
    expect(packPricePerImage({ quantity, price }, 1)).toBe(shown)
  })

  it('of a plan is that of the period', () => {
    const starter = { price: LIST[1]!, monthly_credits: 5000 }
    expect(planPricePerImage(starter, 'monthly', 1)).toBe('$0.0058')
    expect(planPricePerImage(starter, 'yearly', 1)).toBe('$0.0035')
    expect(planPricePerImage(starter, 'yearly', 3)).toBe('$0.0104')
  })

  it('is within half of the last decimal for any pack', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 20 }),
        (price, quantity, credits) => {
          const shown = Number(packPricePerImage({ price, quantity }, credits).replace(/[$,]/g, ''))
          expect(Math.abs(shown - (price * credits) / 100 / quantity)).toBeLessThanOrEqual(
            0.00005 + 1e-9,
          )
        },
      ),
    )
  })
})

describe('boldParts', () => {
  it('marks what stands in double braces', () => {
    expect(boldParts('Train {{2}} models')).toEqual([
      { text: 'Train ', bold: false },
      { text: '2', bold: true },
      { text: ' models', bold: false },
    ])
  })

  it('loses nothing but the braces', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z ]+$/), fc.boolean())), (parts) => {
        const text = parts.map(([part, bold]) => (bold ? `{{${part}}}` : part)).join('')
        const shown = boldParts(text)
        expect(shown.map((part) => part.text).join('')).toBe(parts.map(([part]) => part).join(''))
        expect(shown.filter(({ bold }) => bold).map((part) => part.text)).toEqual(
          parts.filter(([, bold]) => bold).map(([part]) => part),
        )
      }),
    )
  })
})
