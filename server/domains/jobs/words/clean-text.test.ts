import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  ['a fox', 'a fox'],
  ['  "a fox,\n in snow" ', 'a fox, in snow'],
  ['Here is the improved prompt: “a fox”', 'a fox'],
  ['Prompt: a fox', 'a fox'],
  ['`a fox`', 'a fox'],
  ['ein Fuchs\u0000 im\u200b Schnee', 'ein Fuchs im Schnee'],
  ["the fox's den", "the fox's den"],
  ['a fox (lying:1.2) [at dawn]', 'a fox (lying:1.2) [at dawn]'],
])('%j is the prompt %j', (written, prompt) => {
  expect(cleanText(written)).toBe(prompt)
})

test.each(['', ' \n', '...', '""', '\uFFFD\uFFFD', '<!DOCTYPE html><p>x', '{"detail":"x"}'])(
  '%j is none',
  (written) => {
    expect(cleanText(written)).toBeNull()
  },
)

test('what is too long ends with a whole word, and a flood is none', () => {
  const cut = cleanText('a fox, '.repeat(500))
  expect(cut?.length).toBeLessThanOrEqual(2000)
  expect(cut).toMatch(/ fox$| a$/)
  expect(cleanText('fox '.repeat(6000))).toBeNull()
})
