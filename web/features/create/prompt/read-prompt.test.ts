import { expect, test } from 'vitest'
import { readPrompt } from './read-prompt.ts'
import english from '#web/messages/en/create-prompt.json'
import { createTexts } from '#web/lib/texts.ts'

const t = createTexts(english, 'en')

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
  ['[red|blue] ball', [['red | blue', 'alternating, one step each']]],
  ['[red||blue] ball', [['red | nothing | blue', 'alternating, one step each']]],
  ['([red|blue]:1.3)', [['red | blue', 'alternating, one step each, × 1.3']]],
  [
    '[red|(dark blue:1.3)]',
    [
      ['red | dark blue', 'alternating, one step each'],
      ['dark blue', '× 1.3'],
    ],
  ],
  [
    '[cat|[dog|fox]:0.5]',
    [
      ['cat | dog or fox:0.5', 'alternating, one step each'],
      ['dog | fox', 'alternating, one step each'],
    ],
  ],
  [String.raw`[a \| b|c]`, [['a | b | c', 'alternating, one step each']]],
  ['(([cat:dog:0.4]))', [['cat → dog', 'at 40 % of the steps, × 1.21']]],
  ['sea BREAK sky', [['BREAK', 'what follows is read separately']]],
  ['a smile \\(wide\\)', []],
])('%s', (prompt, chips) => {
  expect(readPrompt(prompt, t).map(({ text, note }) => [text, note])).toEqual(chips)
})
