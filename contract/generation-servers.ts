import { z } from 'zod'
import { Id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { EXECUTION_PROVIDERS } from './execution-providers.ts'
import { SAMPLERS } from './samplers.ts'

export const GenerationModel = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  hash: z.string(),
  native_size: z.number().int(),
  max_tokens: z.number().int(),
  licence: z.string(),
  /** Width and height in pixels, each a multiple of `step`. */
  sizes: z.object({ min: z.number().int(), max: z.number().int(), step: z.number().int() }),
  samplers: z.array(z.enum(SAMPLERS)),
  features: z.array(z.string()),
  /** Ids of the LoRAs of its server. */
  loras: z.array(Id),
  max_images: z.number().int(),
  max_steps: z.number().int(),
  /** Its line of the price list. */
  price: z.enum(['standard']),
})
export type GenerationModel = z.infer<typeof GenerationModel>

export const GenerationLora = z.object({
  /** What `loras` and `<lora:id:weight>` name. */
  id: Id,
  name: z.string(),
  /** SHA-256 of its weights; empty if it cannot be used. */
  hash: z.string(),
  bytes: z.number().int(),
  /** Why it cannot be used, or null. */
  problem: z.string().nullable(),
})
export type GenerationLora = z.infer<typeof GenerationLora>

export const GenerationServer = z.object({
  name: z.string(),
  state: z.enum(['ready', 'starting', 'down']),
  load: z.number().int(),
  /** What its networks run on now; null for an engine elsewhere. */
  runs_on: z.enum(EXECUTION_PROVIDERS).nullable(),
  models: z.array(GenerationModel),
  /** From here on: what at least one of its models can do. */
  samplers: z.array(z.enum(SAMPLERS)),
  features: z.array(z.string()),
  loras: z.array(GenerationLora),
  min_size: z.number().int(),
  max_size: z.number().int(),
  size_step: z.number().int(),
  max_images: z.number().int(),
  max_steps: z.number().int(),
})
export type GenerationServer = z.infer<typeof GenerationServer>

export const generationServers = {
  list: endpoint({
    method: 'GET',
    path: '/api/generation_servers/',
    access: 'public',
    summary: 'Engines, what they can do and how they are',
    response: z.object({ results: z.array(GenerationServer) }),
  }),
  countTokens: endpoint({
    method: 'POST',
    path: '/api/generation_servers/count_tokens/',
    access: 'public',
    summary: "Length of a prompt as the model's tokenizer counts it",
    body: z.strictObject({ text: z.string().max(2000), model: Id.optional() }),
    response: z.object({
      tokens: z.number().int(),
      /** Tokens that the model reads at once; */
      max_tokens: z.number().int(),
      /** a longer prompt is read in so many chunks. */
      chunks: z.number().int(),
      /** Words that the model does not know. */
      ignored: z.array(z.string()),
    }),
  }),
}
