import { expect, test } from 'vitest'
import { complete, findBegun, matching } from './find-completion.ts'

test.each([
  ['a __An', { kind: 'lists', text: 'an' }],
  ['a <lora:In', { kind: 'loras', text: 'in' }],
  ['a <lora:', { kind: 'loras', text: '' }],
  ['a <lora:ink:0.5', { kind: 'past', text: 'a <lora:ink:0.5' }],
  ['A fo', { kind: 'past', text: 'a fo' }],
  [' ab', null],
])('%s', (prompt, begun) => {
  expect(findBegun(prompt, prompt.length)).toEqual(begun)
})

test('past prompts are offered at the end of the text alone', () => {
  expect(findBegun('a fox', 3)).toBeNull()
  expect(findBegun('<lora:i in snow', 7)).toEqual({ kind: 'loras', text: 'i' })
})

test('a LoRA takes the place of what was begun of it, and its weight is selected', () => {
  const { prompt, from, to } = complete('a <lora:in fox', 10, { kind: 'loras', value: 'ink' })
  expect(prompt).toBe('a <lora:ink:1> fox')
  expect(prompt.slice(from, to)).toBe('1')
})

test('a list and a past prompt leave the cursor behind them', () => {
  expect(complete('a __an b', 6, { kind: 'lists', value: 'animal' })).toEqual({
    prompt: 'a __animal__ b',
    from: 12,
    to: 12,
  })
  expect(complete('a f', 3, { kind: 'past', value: 'A fox' })).toEqual({
    prompt: 'A fox',
    from: 5,
    to: 5,
  })
})

test('what begins alike comes first', () => {
  expect(matching(['blink', 'Ink', 'wool', 'inkwell'], 'ink')).toEqual(['Ink', 'inkwell', 'blink'])
})
