import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { readModelJson, readOptionalModelJson } from '../../model-files.ts'
import { createClipTokenizer } from './clip-tokenizer.ts'
import { readPairs, readVocabulary } from './read-vocabulary.ts'
import type { Tokenizer } from './tokenizer.ts'
import { createWordTokenizer } from './word-tokenizer.ts'

const tokenName = z.union([
  z.string().min(1),
  z.object({ content: z.string().min(1) }).transform((t) => t.content),
])
const specialNames = z.object({
  bos_token: tokenName.optional(),
  eos_token: tokenName.optional(),
  pad_token: tokenName.optional(),
  unk_token: tokenName.optional(),
})

const clipSchema = specialNames.extend({
  tokenizer_class: z.enum(['CLIPTokenizer', 'CLIPTokenizerFast']),
  model_max_length: z.number().min(3).optional(),
  added_tokens_decoder: z.unknown().optional(),
})
type ClipConfig = z.infer<typeof clipSchema>

const configSchema = z.discriminatedUnion('tokenizer_class', [
  z.object({
    tokenizer_class: z.literal('WordTokenizer'),
    model_max_length: z.int().positive(),
    pad: z.int(),
    empty: z.int(),
    unknown: z.int(),
  }),
  clipSchema,
])

/** Reads `tokenizer/` of a model folder, or another folder in it. Throws EngineError `model_broken`. */
export async function loadTokenizer(modelDir: string, folder = 'tokenizer'): Promise<Tokenizer> {
  const config = await readModelJson(modelDir, `${folder}/tokenizer_config.json`, configSchema)
  if (config.tokenizer_class === 'WordTokenizer')
    return createWordTokenizer(await readVocabulary(modelDir), {
      ...config,
      length: config.model_max_length,
    })
  const { vocabulary, merges } = await readPairs(modelDir, folder)
  await nextTurn()
  const names = await readSpecialNames(modelDir, folder, config)
  const length = await readLength(modelDir, config)
  return createClipTokenizer(vocabulary, merges, { length, ...names })
}

/** Configurations of before 2023 leave these to a file of their own, which counts more than they do. */
async function readSpecialNames(modelDir: string, folder: string, config: ClipConfig) {
  const separate =
    config.added_tokens_decoder === undefined
      ? await readOptionalModelJson(modelDir, `${folder}/special_tokens_map.json`, specialNames)
      : null
  const names = { ...config, ...separate }
  const end = names.eos_token ?? '<|endoftext|>'
  return {
    start: names.bos_token ?? '<|startoftext|>',
    end,
    pad: names.pad_token ?? end,
    unknown: names.unk_token ?? end,
  }
}

/** What is written for "no limit" has thirty digits. */
const LONGEST = 10_000
const encoderSchema = z.object({
  max_position_embeddings: z.int().min(3).max(LONGEST).default(77),
})

/** How many tokens the encoder reads at once, where the tokenizer does not know it. */
async function readLength(modelDir: string, config: ClipConfig): Promise<number> {
  const length = config.model_max_length ?? Infinity
  if (length <= LONGEST) return Math.floor(length)
  const encoder = await readOptionalModelJson(modelDir, 'text_encoder/config.json', encoderSchema)
  return encoder?.max_position_embeddings ?? encoderSchema.parse({}).max_position_embeddings
}

/** Loads the tokenizer of the second text encoder, for a model that has one. Throws EngineError `model_broken`. */
export async function loadSecondTokenizer({
  dir,
  isXl,
}: {
  dir: string
  isXl: boolean
}): Promise<Tokenizer | undefined> {
  return isXl ? loadTokenizer(dir, 'tokenizer_2') : undefined
}
