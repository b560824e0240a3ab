import { expect, test } from 'vitest'
import { readPrompt } from './read-prompt.ts'

test.each([
  ['a red fox', []],
  ['a fox <lora:snow:0.8>', []],
  ['a (red:1.3) fox', [['red', '× 1.3']]],
  [
    '((sharp)) [dull]',
    [
      ['sharp', '× 1.21'],
      ['dull', '× 0.91'],
    ],
  ],
  ['[cat:dog:0.4]', [['cat → dog', 'at 40 % of the steps']]],
  ['a [hat::12]', [['hat', 'until step 12']]],
  ['a [hat:0.5]', [['hat', 'from 50 % of the steps on']]],
  ['[red|blue] ball', [['red | blue', 'in turns, a step each']]],
  ['sea BREAK sky', [['BREAK', 'what follows is read by itself']]],
  ['a smile \\(wide\\)', []],
])('%s', (prompt, chips) => {
  expect(readPrompt(prompt).map(({ text, note }) => [text, note])).toEqual(chips)
})
