import { expect, test } from 'vitest'
import { backgroundOf, type Choice, choiceOf } from './choice.ts'

const FIRST: Choice = {
  way: 'color',
  scene: 'office',
  prompt: '',
  model: null,
  plain: { kind: 'color', color: '#ffffff' },
}

test('the choice of a job is that which orders the same background again', () => {
  for (const asked of [
    { prompt: 'a green forest' },
    { prompt: 'a green forest', model: 'another' },
    { scene: 'park' },
    { blur: true as const },
    { color: '#102030' },
    { gradient: { from: '#000000', to: '#ffffff' } },
    { background_image: 'an-image' },
  ]) {
    const { choice, image } = choiceOf({ type: 'RPB', image: 'a-photo', ...asked })
    expect(backgroundOf({ ...FIRST, ...choice }, image)).toEqual(asked)
  }
})

test('a model counts only where something is drawn', () => {
  const choice: Choice = { ...FIRST, model: 'another', prompt: 'a beach' }
  expect(backgroundOf(choice, null)).toEqual({ color: '#ffffff' })
  expect(backgroundOf({ ...choice, way: 'drawn', prompt: ' ' }, null)).toBeNull()
})
