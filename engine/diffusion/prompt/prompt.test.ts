import { Tensor } from 'onnxruntime-node'
import { describe, expect, test, vi } from 'vitest'
import { parsePrompt, promptAt } from '#contract/prompt-syntax.ts'
import { createClipTokenizer } from '../tokenizer/clip-tokenizer.ts'
import { createWordTokenizer } from '../tokenizer/word-tokenizer.ts'
import type { Networks } from '../networks.ts'
import { conditionOn } from './conditioning.ts'
import { splitIntoChunks } from './prompt-chunks.ts'
import { readPrompt } from './read-prompt.ts'
import { createTextEncoder, weigh } from './text-encoder.ts'

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')
/** Every letter is a token, 4 at once; a comma is token 1. */
const clip = createClipTokenizer(
  new Map(
    ['<s>', ',</w>', '<e>', ...LETTERS.map((letter) => `${letter}</w>`)].map((t, i) => [t, i]),
  ),
  [],
  { length: 6, start: '<s>', end: '<e>', pad: '<e>', unknown: '<e>' },
)
const words = createWordTokenizer(new Map(LETTERS.map((letter, i) => [letter, i + 3])), {
  length: 4,
  pad: 0,
  empty: 1,
  unknown: 2,
})
/** Tokens as letters, chunk by chunk. */
const chunks = (prompt: string, tokenizer = clip): string[] =>
  splitIntoChunks(tokenizer, promptAt(parsePrompt(prompt), 1, 1)).map(({ tokens }) =>
    tokens.map((id) => (id === 1 ? ',' : LETTERS[id - 3])).join(''),
  )

describe('chunks', () => {
  test.each<[string, string[]]>([
    ['', ['']],
    ['a b c d', ['abcd']],
    ['a b c d e', ['abcd', 'e']],
    ['a b c d e f g h i', ['abcd', 'efgh', 'i']],
    // A phrase is not parted if it began in this chunk; a comma itself may begin the next.
    ['a b, c d', ['ab,', 'cd']],
    ['a b c, d', ['abc,', 'd']],
    ['a b c d, e', ['abcd', ',e']],
    ['a, b, c', ['a,b,', 'c']],
    ['a BREAK b', ['a', 'b']],
    ['BREAK a', ['', 'a']],
    ['a BREAK', ['a']],
    ['a b c d BREAK e', ['abcd', 'e']],
  ])('%s', (prompt, expected) => {
    expect(chunks(prompt)).toEqual(expected)
  })

  test('each token keeps its weight', () => {
    const [first, second] = splitIntoChunks(clip, promptAt(parsePrompt('a (b c:2), (d e:3)'), 1, 1))
    expect([first!.weights, second!.weights]).toEqual([
      [1, 2, 2, 1],
      [3, 3],
    ])
  })

  test('a tokenizer of whole words has chunks too', () => {
    expect(chunks('a b, c d e', words)).toEqual(['abcd', 'e'])
  })
})

/** One token a position: its id in the first of two numbers, 1 in the second. */
function fakeNetworks() {
  return {
    knowsGuidance: false,
    emptyIsZero: false,
    wordCount: null as number | null,
    encodeText: vi.fn<Networks['encodeText']>(async (ids) => {
      const values = ids.flat().flatMap((id) => [id, 1])
      return new Tensor('float32', Float32Array.from(values), [ids.length, ids[0]!.length, 2])
    }),
  }
}

describe('text states', () => {
  test('a weight multiplies the states of its tokens, and the mean is brought back', () => {
    const states = new Tensor('float32', Float32Array.from([1, 2, 3, 4, 5, 6]), [1, 3, 2])
    expect(weigh(states, [1, 1], 1)).toBe(states)
    const weighed = weigh(states, [2], 1).data
    // Doubled in the middle the sum is 28 in the place of 21.
    expect(Array.from(weighed, (value) => (value * 28) / 21)).toEqual([1, 2, 6, 8, 5, 6])
  })

  test('a mean of nothing brings nothing back', () => {
    const states = new Tensor('float32', Float32Array.from([1, -1, 2, -2.0001]), [1, 2, 2])
    const weighed = Array.from(weigh(states, [1.5], 0).data)
    expect(weighed.slice(0, 3)).toEqual([1.5, -1.5, 2])
  })

  test('chunks stand behind one another and are encoded once', async () => {
    const networks = fakeNetworks()
    const encoder = createTextEncoder(clip, networks)
    const encode = (prompt: string) =>
      encoder.encode(splitIntoChunks(clip, promptAt(parsePrompt(prompt), 1, 1)))
    const states = await encode('a b c d e')
    expect(states.dims).toEqual([1, 12, 2])
    const ids = Array.from(states.data).filter((_, i) => i % 2 === 0)
    expect(ids).toEqual([0, 3, 4, 5, 6, 2, 0, 7, 2, 2, 2, 2])
    await encode('a b c d')
    await encode('(e)')
    await encode('(e)')
    expect(networks.encodeText).toHaveBeenCalledTimes(3)
  })

  test('what was encoded long ago is forgotten', async () => {
    const networks = fakeNetworks()
    const encoder = createTextEncoder(clip, networks)
    const encode = (tokens: number[]) => encoder.encode([{ tokens, weights: tokens.map(() => 1) }])
    for (let i = 0; i < 65; i++) await encode([3, i])
    await encode([3, 64])
    expect(networks.encodeText).toHaveBeenCalledTimes(65)
    await encode([3, 0])
    expect(networks.encodeText).toHaveBeenCalledTimes(66)
  })
})

describe('conditioning', () => {
  const condition = (
    prompt: string,
    negativePrompt: string,
    networks = fakeNetworks(),
    guidanceScale = 4,
    steps = 10,
  ) =>
    conditionOn(
      { networks, textEncoder: createTextEncoder(clip, networks) },
      { prompt, negativePrompt, guidanceScale },
      steps,
    )
  const shapes = async (...texts: [string, string]) =>
    (await condition(...texts)).at(1).runs.map(({ dims }) => dims)

  test('is one run of two rows, or two runs where one text is longer', async () => {
    expect(await shapes('a', 'b')).toEqual([[2, 6, 2]])
    expect(await shapes('a b c d e', 'b')).toEqual([
      [1, 12, 2],
      [1, 6, 2],
    ])
    expect(await shapes('a b c d e', 'a BREAK b')).toEqual([[2, 12, 2]])
  })

  test('follows words that change over the steps, and is the same object while they do not', async () => {
    const conditioning = await condition('[a:b:0.4]', '')
    const firstWord = (step: number) => conditioning.at(step).runs[0]!.data[2]
    expect([1, 4, 5, 10, 11].map(firstWord)).toEqual([3, 3, 4, 4, 4])
    expect(conditioning.at(1)).toBe(conditioning.at(4))
  })

  test('has the prompt alone where guidance needs no other', async () => {
    const networks = { ...fakeNetworks(), knowsGuidance: true }
    expect((await condition('a', 'b', networks)).at(1).runs[0]!.dims).toEqual([1, 6, 2])
    for (const guidance of [0, 1]) {
      const alone = await condition('a', 'b', fakeNetworks(), guidance)
      expect(alone.at(1).runs[0]!.dims).toEqual([1, 6, 2])
    }
  })

  test('of more words than a denoiser can look at is refused, not cut', async () => {
    const networks = { ...fakeNetworks(), wordCount: 6 }
    await expect(condition('a b c d e', '', networks)).rejects.toMatchObject({
      code: 'unsupported',
      retryable: false,
    })
    await expect(condition('a b c d', '', networks)).resolves.toBeDefined()
  })
})

test('a prompt is read at its longest, with the words that the model does not know', () => {
  expect(readPrompt(words, 'A (b:1.2), c')).toEqual({ tokens: 3, chunks: 1, ignored: [] })
  expect(readPrompt(words, 'a [b:c d Eek eek:0.3] BREAK zoo')).toEqual({
    tokens: 6,
    chunks: 3,
    ignored: ['zoo', 'eek'],
  })
  expect(readPrompt(clip, '')).toEqual({ tokens: 0, chunks: 1, ignored: [] })
})
