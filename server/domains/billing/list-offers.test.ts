import { expect, test } from 'vitest'
import { brandFiles as brands, hasTools } from '#brands/index.ts'
import type { AppError } from '#server/platform/errors.ts'
import { assertSells, listOffers } from './list-offers.ts'

function refusalAt(host: string): string | null {
  try {
    assertSells(host)
    return null
  } catch (error) {
    return (error as AppError).code
  }
}

const offersAt = (host: string) =>
  listOffers({ provider: null, headshotSetPrice: () => 2900 }, host)

test('a brand sells as soon as credits can be spent there, and nothing before', () => {
  for (const brand of brands) {
    const host = `${brand.id}.localhost`
    const { plans, packs, prices } = offersAt(host)
    expect([plans.length > 0, packs.length > 0]).toEqual([hasTools(brand), hasTools(brand)])
    expect(prices.image).toHaveLength(3)
    expect(refusalAt(host)).toBe(hasTools(brand) ? null : 'conflict')
  }
})

test('looking at pictures is nothing to spend credits on', () => {
  expect(hasTools({ features: ['text_to_image'] })).toBe(true)
  expect(hasTools({ features: ['professional_headshots'] })).toBe(true)
  expect(hasTools({ features: ['explore_images', 'explore_models'] })).toBe(false)
})
