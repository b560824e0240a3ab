import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePrompt, promptAt, type PromptPart } from './prompt-syntax.ts'

const STEPS = 20

const at = (prompt: string, step = 1): PromptPart[][] => promptAt(parsePrompt(prompt), step, STEPS)
/** Parts of a prompt without BREAK, as [text, weight] with two decimals. */
const parts = (prompt: string, step = 1): [string, number][] =>
  at(prompt, step)[0]!.map(({ text, weight }) => [text, Math.round(weight * 100) / 100])
const words = (prompt: string, step: number): string =>
  at(prompt, step)
    .flat()
    .map(({ text }) => text)
    .join('')

describe('weights', () => {
  test.each<[string, [string, number][]]>([
    ['a fox', [['a fox', 1]]],
    [
      'a (red) fox',
      [
        ['a ', 1],
        ['red', 1.1],
        [' fox', 1],
      ],
    ],
    ['((red))', [['red', 1.21]]],
    ['[red]', [['red', 0.91]]],
    [
      '(red:1.3) fox',
      [
        ['red', 1.3],
        [' fox', 1],
      ],
    ],
    ['(red : .5 )', [['red ', 0.5]]],
    [
      '(a (b:2) c:0.5)',
      [
        ['a ', 0.5],
        ['b', 1],
        [' c', 0.5],
      ],
    ],
    ['([a])', [['a', 1]]],
    ['(a:b:1.2)', [['a:b', 1.2]]],
    ['(a:b)', [['a:b', 1.1]]],
    ['(a:1.2.3)', [['a:1.2.3', 1.1]]],
    ['a:1.3', [['a:1.3', 1]]],
    ['[a:b]', [['a:b', 0.91]]],
    // What A1111's own tests expect of brackets that are left open or never opened.
    ['(unbalanced', [['unbalanced', 1.1]]],
    ['[unbalanced', [['unbalanced', 0.91]]],
    ['a smile :) and a ]', [['a smile :) and a ]', 1]]],
    [String.raw`\(a\) \[b\] \:`, [['(a) [b] :', 1]]],
    [String.raw`(a\):1.3)`, [['a)', 1.3]]],
  ])('%s', (prompt, expected) => {
    expect(parts(prompt)).toEqual(expected)
  })

  test('the example of A1111', () => {
    expect(parts('a (((house:1.3)) [on] a (hill:0.5), sun, (((sky))).')).toEqual([
      ['a ', 1],
      ['house', 1.57],
      [' ', 1.1],
      ['on', 1],
      [' a ', 1.1],
      ['hill', 0.55],
      [', sun, ', 1.1],
      ['sky', 1.46],
      ['.', 1.1],
    ])
  })
})

describe('words that change over the steps', () => {
  test.each<[string, number, string, string]>([
    ['a [cat:dog:0.4] here', 8, 'a cat here', 'a dog here'],
    ['a [cat:dog:12] here', 12, 'a cat here', 'a dog here'],
    ['a [cat::0.4] here', 8, 'a cat here', 'a  here'],
    ['a [:dog:0.4] here', 8, 'a  here', 'a dog here'],
    ['a [dog:0.4] here', 8, 'a  here', 'a dog here'],
    ['[a (red:1.2):[blue]: 0.5 ] fox', 10, 'a red fox', 'blue fox'],
    // 7.7 steps and a step count beyond the last are cut.
    ['[a:b:.385]', 7, 'a', 'b'],
  ])('%s changes after step %i', (prompt, last, before, after) => {
    expect([1, last, last + 1, STEPS].map((step) => words(prompt, step))).toEqual([
      before,
      before,
      after,
      after,
    ])
  })

  test('an edit beyond the last step never comes, one at 0 is there from the first', () => {
    expect([words('[a:b:50]', STEPS), words('[a:b:1.0]', STEPS), words('[a:b:0]', 1)]).toEqual([
      'a',
      'a',
      'b',
    ])
  })

  test('alternatives take turns, and may be nothing', () => {
    const turns = [1, 2, 3, 4].map((step) => words('a [red|(blue:1.3)|] fox', step))
    expect(turns).toEqual(['a red fox', 'a blue fox', 'a  fox', 'a red fox'])
    expect(parts('[red|(blue:1.3)]', 2)).toEqual([['blue', 1.3]])
  })

  // A1111 (prompt_parser.py, `alternate`): args[(step - 1) % len(args)], of the whole drawing's steps at any depth.
  test.each<[string, string[]]>([
    ['[a|b|c]', ['a', 'b', 'c', 'a', 'b']],
    ['[a|[b|c]]', ['a', 'c', 'a', 'c', 'a']],
    ['[|a]', ['', 'a', '', 'a', '']],
    ['[a|]', ['a', '', 'a', '', 'a']],
    [String.raw`[a\|b|c]`, ['a|b', 'c', 'a|b', 'c', 'a|b']],
    [String.raw`[a\]|b]`, ['a]', 'b', 'a]', 'b', 'a]']],
    ['a|b', ['a|b', 'a|b', 'a|b', 'a|b', 'a|b']],
    ['(a|b)', ['a|b', 'a|b', 'a|b', 'a|b', 'a|b']],
    ['[[a|b]:c:3]', ['a', 'b', 'a', 'c', 'c']],
    ['[a|[b:c:3]]', ['a', 'b', 'a', 'c', 'a']],
  ])('%s takes turns: %j', (prompt, turns) => {
    expect([1, 2, 3, 4, 5].map((step) => words(prompt, step))).toEqual(turns)
  })

  test('weights reach into alternatives, and are of one step', () => {
    expect(parts('([a|b]:1.5)', 2)).toEqual([['b', 1.5]])
    expect(parts('[[a|b]]', 1)).toEqual([['a', 0.91]])
    expect(parts('([(a:2)|b]:0.5)', 1)).toEqual([['a', 1]])
    expect(parts('([(a:2)|b]:0.5)', 2)).toEqual([['b', 0.5]])
  })

  test('edits are nested', () => {
    const prompt = '[a:[b:c:15]:5]'
    expect([5, 6, 15, 16].map((step) => words(prompt, step))).toEqual(['a', 'b', 'b', 'c'])
  })
})

test('BREAK parts a prompt where it is a word of its own', () => {
  expect(at('a fox BREAK (snow BREAK night:1.2) BREAKING aBREAK')).toEqual([
    [{ text: 'a fox ', weight: 1 }],
    [
      { text: ' ', weight: 1 },
      { text: 'snow ', weight: 1.2 },
    ],
    [
      { text: ' night', weight: 1.2 },
      { text: ' BREAKING aBREAK', weight: 1 },
    ],
  ])
  expect(at('')).toEqual([[]])
})

const SPECIAL = /[\\()[\]:|]/g
const PIECES = '( ) [ ] : | \\ . 5 a b BREAK 0.4'.split(' ').concat(' ')
const anything = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 300 }).map((all) => all.join('')),
)

describe('any text', () => {
  test('is read; every weight is a number and no character is invented', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: STEPS }), (prompt, step) => {
        let from = 0
        for (const { text, weight } of at(prompt, step).flat()) {
          expect(Number.isFinite(weight)).toBe(true)
          for (const char of text) {
            from = prompt.indexOf(char, from) + char.length
            expect(from).toBeGreaterThanOrEqual(char.length)
          }
        }
      }),
    )
  })

  test('without brackets, colons, bars, backslashes and BREAK is itself', () => {
    fc.assert(
      fc.property(anything, (prompt) => {
        const plain = prompt.replace(SPECIAL, '').replaceAll('BREAK', '')
        expect(at(plain)).toEqual([plain === '' ? [] : [{ text: plain, weight: 1 }]])
      }),
    )
  })

  test('with a backslash before each special character is itself', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const prompt = text.replaceAll('BREAK', '')
        expect(words(prompt.replace(SPECIAL, String.raw`\$&`), 1)).toBe(prompt)
      }),
    )
  })

  test('in n brackets has the weight 1.1 to the n, however deep', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 }), (n) => {
        const [part] = at(`${'('.repeat(n)}fox${')'.repeat(n)}`)[0]!
        expect(part!.text).toBe('fox')
        expect(part!.weight).toBeCloseTo(1.1 ** n, 6)
      }),
    )
    expect(words('('.repeat(2000), 1)).toHaveLength(1900)
  })
})
