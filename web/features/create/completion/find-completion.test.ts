import { expect, test } from 'vitest'
import { complete, findBegun, matching, nameFor } from './find-completion.ts'

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

test('a thing takes the place of the word that was begun, or of what its name begins with', () => {
  expect(findBegun('a red fo', 8, true)).toEqual({ kind: 'things', text: 'fo', whole: 'a red fo' })
  expect(findBegun('a fo in snow', 4, true)).toEqual({ kind: 'things', text: 'fo' })
  expect(findBegun('a búh', 5, true)).toEqual({ kind: 'things', text: 'búh', whole: 'a búh' })
  const whole = (prompt: string, at: number, value: string) =>
    complete(prompt, at, { kind: 'things', value })
  expect(whole('a fo in snow', 4, 'fox')).toEqual({ prompt: 'a fox in snow', from: 5, to: 5 })
  expect(whole('a teddy be', 10, 'teddy bear').prompt).toBe('a teddy bear')
  expect(whole('a be', 4, 'teddy bear').prompt).toBe('a teddy bear')
  expect(whole('two cats and ca', 15, 'car').prompt).toBe('two cats and car')
})

test('a thing is completed in the language that it was begun in', () => {
  const fox = { en: 'fox', es: 'zorro' }
  expect(nameFor(fox, 'fo', 'es')).toBe('fox')
  expect(nameFor(fox, 'zo', 'en')).toBe('zorro')
  expect(nameFor({ en: 'owl', es: 'búho' }, 'bu', 'en')).toBe('búho')
  expect(nameFor(fox, 'vul', 'es')).toBe('zorro')
})

test('what begins alike comes first', () => {
  expect(matching(['blink', 'Ink', 'wool', 'inkwell'], 'ink')).toEqual(['Ink', 'inkwell', 'blink'])
})
