import { describe, expect, test } from 'vitest'
import { createClipTokenizer } from './clip-tokenizer.ts'
import { loadTokenizer } from './load-tokenizer.ts'
import type { Tokenizer } from './tokenizer.ts'
import { createWordTokenizer } from './word-tokenizer.ts'

const encoder = (tokenizer: Tokenizer) => ({
  encode: (text: string): number[] =>
    tokenizer.frame(tokenizer.tokens(text).slice(0, tokenizer.maxTokens)),
  count: (text: string): number => tokenizer.tokens(text).length,
})

describe('words', () => {
  const vocabulary = new Map([
    ['red', 10],
    ['fox', 11],
  ])
  const tokenizer = createWordTokenizer(vocabulary, { length: 4, pad: 0, empty: 1, unknown: 2 })
  const { encode, count } = encoder(tokenizer)

  test('are lower case, without punctuation, padded; unknown ones have their own id', () => {
    expect(encode('Red, FOX! zzz')).toEqual([10, 11, 2, 0])
  })
  test('an empty text is the empty caption', () => {
    expect(encode(' ... ')).toEqual([1, 0, 0, 0])
    expect(count(' ... ')).toBe(0)
  })
  test('a text of any length has all its tokens; the encoder reads so many at once', () => {
    expect(tokenizer.tokens('red red red red fox')).toEqual([10, 10, 10, 10, 11])
    expect(encode('red red red red fox')).toEqual([10, 10, 10, 10])
    expect(tokenizer.maxTokens).toBe(4)
  })
  test('unknown words are named', () => {
    expect(tokenizer.unknownWords('Red zzz, fox YYY')).toEqual(['zzz', 'yyy'])
  })
})

describe('byte pairs', () => {
  const vocabulary = new Map(
    [
      '<s>',
      '<e>',
      'a',
      'a</w>',
      'b',
      'b</w>',
      'ab',
      'ab</w>',
      'Ã',
      '¤</w>',
      "'",
      's</w>',
      '1</w>',
    ].map((token, id) => [token, id]),
  )
  const tokenizer = createClipTokenizer(vocabulary, ['a b', 'a b</w>', 'ab ab</w>'], {
    length: 6,
    start: '<s>',
    end: '<e>',
    pad: '<e>',
    unknown: '<e>',
  })
  const { encode, count } = encoder(tokenizer)
  const id = (token: string): number => vocabulary.get(token)!

  test('join in the order in which they were learned, the last of a word marked', () => {
    expect(encode('AB a')).toEqual([0, id('ab</w>'), id('a</w>'), 1, 1, 1])
    expect(encode('aab')).toEqual([0, id('a'), id('ab</w>'), 1, 1, 1])
  })
  test('letters beyond ASCII are bytes; digits stand alone', () => {
    expect(encode('ä')).toEqual([0, id('Ã'), id('¤</w>'), 1, 1, 1])
    expect(encode('11')).toEqual([0, id('1</w>'), id('1</w>'), 1, 1, 1])
  })
  test('a text that is too long keeps its end mark', () => {
    expect(encode('a a a a a a a')).toEqual([0, 3, 3, 3, 3, 1])
    expect(count('a a a a a a a')).toBe(7)
    expect(tokenizer.maxTokens).toBe(4)
  })
})

test("the built-in model's words", async () => {
  const tokenizer = await loadTokenizer('models/text-to-image')
  const { encode, count } = encoder(tokenizer)
  expect(tokenizer.maxTokens).toBe(16)
  expect(count('A red fox, in the snow')).toBe(6)
  expect(encode('A red fox, in the snow')).not.toContain(2)
})

test('a missing vocabulary is named', async () => {
  await expect(loadTokenizer('models')).rejects.toMatchObject({
    code: 'model_broken',
    message: expect.stringMatching(/tokenizer_config\.json: is missing/),
  })
})
