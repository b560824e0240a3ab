import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
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
  test('letters are made small one by one, and spaces are those of Unicode', () => {
    expect(tokenizer.tokens('aΣ')).toEqual(tokenizer.tokens('aσ'))
    expect(tokenizer.tokens('a\u0085a')).toEqual(tokenizer.tokens('a a'))
    expect(tokenizer.tokens('a\ufeffa')).toHaveLength(5)
  })
  test('special tokens stand for themselves as they are written only', () => {
    expect(tokenizer.tokens('a<e>b')).toEqual([id('a</w>'), 1, id('b</w>')])
    expect(tokenizer.tokens('<E>')).toHaveLength(3)
  })
  test('a text that is too long keeps its end mark', () => {
    expect(encode('a a a a a a a')).toEqual([0, 3, 3, 3, 3, 1])
    expect(count('a a a a a a a')).toBe(7)
    expect(tokenizer.maxTokens).toBe(4)
  })
})

describe('folders of other programs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atelier-tokenizer-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const config = {
    tokenizer_class: 'CLIPTokenizer',
    bos_token: '<|startoftext|>',
    eos_token: { __type: 'AddedToken', content: '<|endoftext|>' },
    pad_token: '<|endoftext|>',
    model_max_length: 77,
  }
  const PROMPT = 'photo of a red cat, 12 dogs!'

  /** The tokenizer of tiny-sd in other files: its last tokens are 529 (start) and 530 (end), 0 is "!". */
  async function readIn(name: string, files: Record<string, unknown>, dropped: string[] = []) {
    const dir = path.join(folder, name)
    cpSync('tests/fixtures/tiny-sd/tokenizer', path.join(dir, 'tokenizer'), { recursive: true })
    for (const file of dropped) rmSync(path.join(dir, file))
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
      writeFileSync(path.join(dir, file), JSON.stringify(content))
    }
    return loadTokenizer(dir)
  }
  const PAIRS = ['tokenizer/vocab.json', 'tokenizer/merges.txt']

  test('one file with the vocabulary and the merges, as transformers 5 writes it', async () => {
    const known = await loadTokenizer('tests/fixtures/tiny-sd')
    const whole = await readIn('whole', { 'tokenizer/tokenizer.json': tokenizerJson() }, PAIRS)
    expect(whole.tokens(PROMPT)).toEqual(known.tokens(PROMPT))
    await expect(readIn('none', {}, PAIRS)).rejects.toThrow(/vocab\.json: is missing/)
  })

  test('special tokens in a file of their own, as Stable Diffusion 2 has them', async () => {
    const separate = { 'tokenizer/special_tokens_map.json': { pad_token: '!' } }
    const older = await readIn('older', { 'tokenizer/tokenizer_config.json': config, ...separate })
    expect(older.frame([5]).slice(0, 5)).toEqual([529, 5, 530, 0, 0])
    const newer = { ...config, added_tokens_decoder: {} }
    const other = await readIn('newer', { 'tokenizer/tokenizer_config.json': newer, ...separate })
    expect(other.frame([5]).slice(0, 5)).toEqual([529, 5, 530, 530, 530])
  })

  test('without names and length those of CLIP and of the text encoder', async () => {
    const bare = { tokenizer_class: 'CLIPTokenizerFast', model_max_length: 1e30 }
    const files = {
      'tokenizer/tokenizer_config.json': bare,
      'text_encoder/config.json': { max_position_embeddings: 40 },
    }
    const tokenizer = await readIn('bare', files)
    expect(tokenizer.maxTokens).toBe(38)
    expect(tokenizer.frame([5]).slice(0, 4)).toEqual([529, 5, 530, 530])
    const alone = { 'tokenizer/tokenizer_config.json': bare }
    expect((await readIn('alone', alone)).maxTokens).toBe(75)
  })

  function tokenizerJson() {
    const read = (file: string) => readFileSync(`tests/fixtures/tiny-sd/tokenizer/${file}`, 'utf8')
    const merges = read('merges.txt').trim().split('\n').slice(1)
    const vocab = JSON.parse(read('vocab.json')) as Record<string, number>
    return { model: { type: 'BPE', vocab, merges: merges.map((pair) => pair.split(' ')) } }
  }
})

test("the built-in model's words", async () => {
  const tokenizer = await loadTokenizer('models/text-to-image')
  const { encode, count } = encoder(tokenizer)
  expect(tokenizer.maxTokens).toBe(16)
  expect(count('A red fox, in the snow')).toBe(6)
  expect(encode('A red fox, in the snow')).not.toContain(2)
  expect(encode('<pad> abacus about 8ball').slice(0, 4)).toEqual([
    tokenizer.tokens('pad')[0],
    26,
    27,
    23,
  ])
})

test('a missing vocabulary is named', async () => {
  await expect(loadTokenizer('models')).rejects.toMatchObject({
    code: 'model_broken',
    message: expect.stringMatching(/tokenizer_config\.json: is missing/),
  })
})
