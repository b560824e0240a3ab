import { describe, expect, it } from 'vitest'
import { keyOf, type Offers, type PriceField, priceGroups, settingsOf } from './price-fields.ts'

const tool = (name: string, value: number): PriceField => ({
  setting: 'TOOL_PRICES',
  name,
  label: name,
  unit: 'credits',
  value,
})
const bonus: PriceField = {
  setting: 'LOGIN_BONUS',
  name: null,
  label: 'Daily bonus',
  unit: 'credits',
  value: 10,
  more: 20,
}
const fields = [tool('training', 1000), tool('face_swap', 2), bonus]

const settings = (numbers: Record<string, number>, stored: string | null = null) =>
  settingsOf(fields, numbers, (name) => (name === 'TOOL_PRICES' ? stored : null))

describe('settingsOf', () => {
  it('has nothing where nothing differs', () => {
    expect(settings({})).toEqual({})
    expect(settings({ [keyOf(fields[0]!)]: 1000 })).toEqual({})
  })

  it('keeps what stands in a list beside what is new', () => {
    const changed = settings({ 'TOOL_PRICES.training': 1200 }, 'face_swap=3, training=900')
    expect(changed).toEqual({ TOOL_PRICES: 'face_swap=3,training=1200' })
  })

  it('stores a bonus with what is never given of it', () => {
    expect(settings({ 'LOGIN_BONUS.': 0 })).toEqual({ LOGIN_BONUS: '20' })
  })
})

it('says of avatars that a model of a service has its own price', () => {
  const offers = {
    plans: [],
    packs: [],
    prices: { image: [], upscale: {}, video: {}, instant_avatar: 2, fix_faces: 1 },
    training_cost: 1000,
  } as unknown as Offers
  const [tools] = priceGroups(offers, { freeCredits: 100, loginBonus: 30 })
  const notes = tools!.fields.flatMap(({ name, note }) => (note === undefined ? [] : [name, note]))
  expect(notes).toEqual(['instant_avatar', expect.stringContaining('its own price')])
})
