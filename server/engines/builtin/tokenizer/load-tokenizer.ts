import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { modelBroken, readModelJson, readModelText } from '../model/model-files.ts'
import { createClipTokenizer } from './clip-tokenizer.ts'
import type { Tokenizer } from './tokenizer.ts'
import { createWordTokenizer } from './word-tokenizer.ts'

const tokenName = z.union([
  z.string(),
  z.object({ content: z.string() }).transform((t) => t.content),
])

const configSchema = z.discriminatedUnion('tokenizer_class', [
  z.object({
    tokenizer_class: z.literal('WordTokenizer'),
    model_max_length: z.int().positive(),
    pad: z.int(),
    empty: z.int(),
    unknown: z.int(),
  }),
  z.object({
    tokenizer_class: z.literal('CLIPTokenizer'),
    model_max_length: z.int().min(3),
    bos_token: tokenName,
    eos_token: tokenName,
    pad_token: tokenName,
    unk_token: tokenName,
  }),
])

/** Reads `tokenizer/` of a model folder. Throws EngineError `model_broken`. */
export async function loadTokenizer(modelDir: string): Promise<Tokenizer> {
  const config = await readModelJson(modelDir, 'tokenizer/tokenizer_config.json', configSchema)
  const vocabulary = await readVocabulary(modelDir)
  const length = config.model_max_length
  if (config.tokenizer_class === 'WordTokenizer')
    return createWordTokenizer(vocabulary, { ...config, length })
  const merges = await readModelText(modelDir, 'tokenizer/merges.txt')
  return createClipTokenizer(
    vocabulary,
    merges.split('\n').filter((line) => line && !line.startsWith('#version')),
    {
      length,
      start: config.bos_token,
      end: config.eos_token,
      pad: config.pad_token,
      unknown: config.unk_token,
    },
  )
}

const VOCABULARY = 'tokenizer/vocab.json'

/** Of up to 50,000 words, in steps between which the server answers requests; each entry is looked at once. */
async function readVocabulary(modelDir: string): Promise<Map<string, number>> {
  const words = await readModelJson(modelDir, VOCABULARY, z.custom<object>(isTable))
  await nextTurn()
  const vocabulary = new Map<string, number>()
  for (const word in words) {
    const id: unknown = words[word as keyof typeof words]
    if (typeof id !== 'number')
      throw modelBroken(path.join(modelDir, VOCABULARY), `has no number for ${word}`)
    vocabulary.set(word, id)
  }
  await nextTurn()
  return vocabulary
}

const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
