import { expect, test } from 'vitest'
import { choiceOf } from './choice-of.ts'

test('the choice of a job is that which orders the same again', () => {
  const guided = { type: 'UIT', scale: 3, prompt: 'a stone wall', strength: 0.47 }
  expect(choiceOf(guided)).toEqual({
    model: 'guided',
    scale: 3,
    prompt: 'a stone wall',
    strength: 'much',
  })
  expect(choiceOf({ ...guided, strength: 0.05 })).toMatchObject({ strength: 'little' })
  expect(choiceOf({ ...guided, strength: undefined })).toMatchObject({ strength: 'some' })
  // Words that were typed stay where a job has none.
  expect(choiceOf({ type: 'UU', scale: 8 })).toEqual({ model: 'pro', scale: 8 })
  expect(choiceOf({ type: 'UI', scale: 5 })).toEqual({ model: 'fast', scale: 2 })
})
