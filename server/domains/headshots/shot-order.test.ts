import { expect, test } from 'vitest'
import type { HeadshotOrder } from '#contract/headshot-runs.ts'
import type { EngineRegistry, ImageModel } from '#server/engines/spec/index.ts'
import { orderOf, planShots, requirePainter } from './shot-order.ts'

const ORDER: HeadshotOrder = {
  gender: 'Man',
  age_range: '65+',
  attire: ['suit', 'sweater'],
  backgrounds: ['office', 'park', 'white'],
  shots: 40,
}
const MODEL = {
  id: 'one',
  nativeSize: 1024,
  sizes: { min: 256, max: 2048, step: 8 },
  features: ['photo_person'],
} as unknown as ImageModel

const registryOf = (...models: Partial<ImageModel>[]) =>
  ({ imageModels: async () => models.map((model) => ({ model })) }) as unknown as EngineRegistry

test('shots go through attire, backgrounds and framings evenly', () => {
  const shots = planShots(ORDER)
  expect(shots).toHaveLength(40)
  const kinds = Map.groupBy(shots, ({ attire, background, framing }) =>
    [attire, background, framing].join(),
  )
  expect(kinds.size).toBe(12)
  for (const same of kinds.values()) expect([3, 4]).toContain(same.length)
  expect(planShots({ ...ORDER, shots: 4 }).map(({ attire }) => attire)).toEqual([
    'suit',
    'sweater',
    'suit',
    'sweater',
  ])
})

test('a shot says whom, in what and before what, in a size of the model up to a megapixel', () => {
  const order = orderOf({ choice: ORDER }, planShots(ORDER)[0]!, MODEL, 'ada')
  expect(order.prompt).toContain('65 year or older man wearing a professional suit')
  expect(order).toMatchObject({ model: 'one', loras: [{ model: 'ada' }], num_images: 1 })
  expect(order).not.toHaveProperty('negative_prompt')
  expect([order.width! % 8, order.height! % 8]).toEqual([0, 0])
  expect(order.width! * order.height!).toBeLessThanOrEqual(1_048_576)
})

test('only a model that is ready and draws people is asked', async () => {
  await expect(requirePainter(registryOf(MODEL), 'one')).resolves.toBe(MODEL)
  for (const registry of [registryOf(), registryOf({ ...MODEL, features: [] })]) {
    await expect(requirePainter(registry, 'one')).rejects.toMatchObject({ code: 'unavailable' })
  }
})
