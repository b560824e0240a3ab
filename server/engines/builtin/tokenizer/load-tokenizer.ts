import { z } from 'zod'
import { readModelJson, readModelText } from '../model/model-files.ts'
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
  const words = await readModelJson(
    modelDir,
    'tokenizer/vocab.json',
    z.record(z.string(), z.number()),
  )
  const vocabulary = new Map(Object.entries(words))
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
