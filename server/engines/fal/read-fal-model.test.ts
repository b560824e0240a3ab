import { expect, test } from 'vitest'
import published from '#tests/support/doubles/published/fal-seedream.json' with { type: 'json' }
import { readFalModel } from './read-fal-model.ts'

/** fal, which bills this model by that unit. */
const billedBy = (unit: string, category = published.model.metadata.category, unit_price = 0.5) => {
  const { openapi, price } = published
  const model = { ...published.model, metadata: { ...published.model.metadata, category } }
  return readFalModel(async (url) => {
    if (url.includes('/openapi/')) return openapi
    return url.includes('/pricing')
      ? { prices: [{ ...price, unit_price, unit }] }
      : { models: [model] }
  }, model.endpoint_id)
}

test.each([
  ['images', 'image'],
  ['image', 'image'],
  ['megapixels', 'megapixel'],
  ['processed megapixels', 'megapixel'],
  ['compute seconds', 'second'],
  ['requests', 'request'],
])('a price for %s is one for a %s', async (unit, per) => {
  expect(await billedBy(unit)).toMatchObject({ cost: { dollars: 0.5, per } })
})

test.each(['units', '1m tokens', '1000 characters', 'videos', ''])(
  'a price for "%s" is none for images, so a person enters it',
  async (unit) => expect(await billedBy(unit)).toMatchObject({ cost: null }),
)

test.each([
  ['seconds', 'second'],
  ['video seconds', 'second'],
  ['compute seconds', 'compute_second'],
  ['GPU second', 'compute_second'],
  ['videos', 'request'],
])('of a model of videos a price for %s is one for a %s', async (unit, per) => {
  expect(await billedBy(unit, 'image-to-video')).toMatchObject({ cost: { dollars: 0.5, per } })
})

test.each([-1, 1001])('a price of %s dollars is none', async (price) => {
  expect(await billedBy('images', undefined, price)).toMatchObject({ cost: null })
})
