import { describe, expect, it } from 'vitest'
import type { PlanOffer } from '#contract/plans.ts'
import { boldParts, pricePerImage, shownPrice } from './prices.ts'

const starter: PlanOffer = {
  plan: 'starter',
  plan_name: 'Starter',
  price: { monthly: 29, yearly: 208.8, yearlyDiscount: 40 },
  popular: true,
  features: [],
}

describe('shownPrice', () => {
  it('shows a yearly plan by the month, beside the price without the discount', () => {
    expect(shownPrice(starter, 'yearly')).toEqual({
      perMonth: '$17.40',
      original: '$29.00',
      discount: 40,
    })
  })

  it('shows the monthly price as it is', () => {
    expect(shownPrice(starter, 'monthly')).toEqual({
      perMonth: '$29',
      original: null,
      discount: null,
    })
  })
})

describe('pricePerImage', () => {
  it('rounds to four decimals', () => {
    expect(pricePerImage({ price: 4999, quantity: 6000 })).toBe('$0.0083')
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
})
