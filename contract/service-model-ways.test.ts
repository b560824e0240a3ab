import { expect, test } from 'vitest'
import type { ServiceModelInput } from './admin-service-models.ts'
import type { AddedModelEntry } from './service-model-entry.ts'
import { givenBy, waysOf, withGiven } from './service-model-ways.ts'

const common = {
  name: 'Brush',
  licence: '',
  endpoint: 'somebody/brush',
  input: {},
  cost: { dollars: 0.02, per: 'image' as const },
  credits: 2,
  description: '',
}
const drawing: AddedModelEntry = {
  does: 'draw',
  ...common,
  nativeSize: 1024,
  maxTokens: 512,
  maxSteps: 50,
  drawsPeople: false,
  fit: 'cover',
  sizes: { min: 512, max: 1024, step: 8 },
}
const video: AddedModelEntry = {
  does: 'video',
  ...common,
  durations: [5],
  durationAs: 'number',
  edge: 720,
}
const input = (name: string, required: boolean): ServiceModelInput => ({
  name,
  type: 'image',
  required,
  choices: null,
  standard: null,
  description: '',
})
const words = { prompt: '$prompt' }

test('what starts from an image, and what has a mask, goes by ways of its own', () => {
  const given = { ...words, image: '$image', mask: '$mask', strength: '$strength' }
  const entry = withGiven(drawing, given, [])
  expect(entry).toMatchObject({
    input: words,
    fromImage: { input: { ...words, image: '$image', strength: '$strength' } },
    withMask: { input: given },
  })
  expect(givenBy(entry)).toEqual(given)
  expect(withGiven(entry, words, [])).not.toHaveProperty('withMask')
})

test('without a strength a model with a mask does not draw over whole images', () => {
  const entry = withGiven(drawing, { ...words, image: '$image', mask: '$kept_mask' }, [])
  expect(entry).not.toHaveProperty('fromImage')
  expect(entry).toHaveProperty('withMask')
  expect(withGiven(drawing, { ...words, image: '$image' }, [])).toHaveProperty('fromImage')
})

test('a video begins with an image always or if one is given, as its service says', () => {
  const given = { ...words, start: '$image' }
  const free = withGiven(video, given, [input('start', false)])
  expect(free).toMatchObject({ input: words, fromImage: { input: given } })
  expect(givenBy(free)).toEqual(given)
  const bound = withGiven(free, given, [input('start', true)])
  expect(bound).toMatchObject({ input: given })
  expect(bound).not.toHaveProperty('fromImage')
  expect([waysOf(free), waysOf(bound)]).toEqual([['words', 'image'], ['image']])
})
