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
  ['[red||blue] ball', [['red | nothing | blue', 'in turns, a step each']]],
  ['([red|blue]:1.3)', [['red | blue', 'in turns, a step each, × 1.3']]],
  [
    '[red|(dark blue:1.3)]',
    [
      ['red | dark blue', 'in turns, a step each'],
      ['dark blue', '× 1.3'],
    ],
  ],
  [
    '[cat|[dog|fox]:0.5]',
    [
      ['cat | dog or fox:0.5', 'in turns, a step each'],
      ['dog | fox', 'in turns, a step each'],
    ],
  ],
  [String.raw`[a \| b|c]`, [['a | b | c', 'in turns, a step each']]],
  ['(([cat:dog:0.4]))', [['cat → dog', 'at 40 % of the steps, × 1.21']]],
  ['sea BREAK sky', [['BREAK', 'what follows is read by itself']]],
  ['a smile \\(wide\\)', []],
])('%s', (prompt, chips) => {
  expect(readPrompt(prompt).map(({ text, note }) => [text, note])).toEqual(chips)
})
