import { describe, expect, it } from 'vitest'
import { inEnglish } from '#server/texts/index.ts'
import { limitsOf, packs, planOffers } from './plans.ts'
import { priceImage } from './prices.ts'

describe('price of an image', () => {
  it.each([
    [64, 64, 1],
    [1024, 1024, 1],
    [1024, 1032, 2],
    [2048, 1024, 2],
    [2048, 1032, 4],
    [2048, 2048, 4],
  ])('%i x %i costs %i: the limits belong to the lower price', (width, height, credits) => {
    expect(priceImage({ width, height })).toBe(credits)
  })

  it('refuses more than four megapixels', () => {
    expect(() => priceImage({ width: 2056, height: 2048 })).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    )
  })
})

/** With everything that there will be. */
const OFFERS = planOffers(() => true)

describe('plans', () => {
  it('cost a year what the discount on twelve months says', () => {
    for (const { price } of OFFERS) {
      expect(price.yearly).toBeCloseTo(price.monthly * 12 * (1 - price.yearlyDiscount / 100), 6)
    }
  })

  it('have one popular card, and features with their own numbers', () => {
    expect(OFFERS.filter(({ popular }) => popular).map(({ plan }) => plan)).toEqual(['starter'])
    const [basic, , , pro] = OFFERS
    const refused = basic?.features.filter(({ available }) => !available)
    expect(refused?.map(({ feature }) => inEnglish(feature))).toEqual([
      'Train your own models',
      'Pro Upscale',
      'Priority support',
    ])
    expect(inEnglish(pro!.features[0]!.feature)).toBe('{{25,000}} credits every month')
    expect(pro?.features.every(({ available }) => available)).toBe(true)
  })

  it('promise nothing that the site does not have', () => {
    const [, , , pro] = planOffers((feature) => feature !== 'train_model')
    const promised = pro?.features.map(({ feature }) => inEnglish(feature)).join('; ')
    expect(promised).toContain('Pro Upscale')
    expect(promised).not.toContain('Train')
  })

  it('limit the queue and what runs at once', () => {
    expect(limitsOf('free')).toEqual({ queue: 2, running: 1, weight: 1 })
    expect(limitsOf('basic')).toMatchObject({ queue: 6, running: 1 })
    expect(limitsOf('pro')).toMatchObject({ queue: 10, running: 2 })
    expect(packs().map(({ price }) => price)).toEqual([999, 1799, 4999, 9999])
  })
})
