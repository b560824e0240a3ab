import { z } from 'zod'
import { Id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { EXECUTION_PROVIDERS } from './execution-providers.ts'
import { MAP_KINDS } from './values/jobs/drawing.ts'
import { WORDS_TASKS } from './proposals.ts'
import { SAMPLERS } from './samplers.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'

export const GenerationModel = z.object({
  id: Id,
  name: Said,
  description: Said,
  hash: z.string(),
  native_size: z.number().int(),
  max_tokens: z.number().int(),
  licence: z.string(),
  /** Width and height in pixels, each a multiple of `step`. */
  sizes: z.object({ min: z.number().int(), max: z.number().int(), step: z.number().int() }),
  samplers: z.array(z.enum(SAMPLERS)),
  features: z.array(z.string()),
  /** What a request is drawn with that does not say. */
  defaults: z.object({
    steps: z.number().int(),
    guidance_scale: z.number(),
    sampler: z.enum(SAMPLERS),
  }),
  /** Ids of the LoRAs of its server. */
  loras: z.array(Id),
  max_images: z.number().int(),
  max_steps: z.number().int(),
  /** Its line of the price list. */
  price: z.enum(['standard']),
  /** `known_things`: only what it has in a collection; a quote says what of a prompt that is. */
  draws: z.enum(['known_things', 'anything']),
  /** Whether it tells how it reads a prompt (`count_tokens/`). */
  reads_prompts: z.boolean(),
  /** For an image up to one megapixel; larger ones cost as many times more as the price list says. */
  credits: z.number().int(),
  /** Whether it draws over parts of an image alone (with a `mask` or with `outpaint`), and nothing from words. */
  needs_mask: z.boolean(),
})
export type GenerationModel = z.infer<typeof GenerationModel>

/** What a job of type EDI can name. */
export const EditModel = z.object({
  id: Id,
  name: z.string(),
  licence: z.string(),
  /** An image. */
  credits: z.number().int(),
  /** Images that it can start from. */
  max_images: z.number().int(),
})
export type EditModel = z.infer<typeof EditModel>

/** A workflow that a job of type OTR can run. */
export const OwnWorkflow = z.object({
  id: Id,
  name: z.string(),
  /** An image. */
  credits: z.number().int(),
  /** Its required inputs: an image to start from, a prompt, or both. */
  takes_image: z.boolean(),
  takes_prompt: z.boolean(),
})
export type OwnWorkflow = z.infer<typeof OwnWorkflow>

/** What an engine can say in words, and what an answer costs. */
export const WordsOffer = z.object({
  task: z.enum(WORDS_TASKS),
  /** Name of the model. */
  name: z.string(),
  credits: z.number().int(),
})
export type WordsOffer = z.infer<typeof WordsOffer>

export const GenerationLora = z.object({
  /** What `loras` and `<lora:id:weight>` name. */
  id: Id,
  name: z.string(),
  /** SHA-256 of its weights; empty if it cannot be used. */
  hash: z.string(),
  bytes: z.number().int(),
  /** Why it cannot be used, or null. */
  problem: Said.nullable(),
})
export type GenerationLora = z.infer<typeof GenerationLora>

const SERVER_STATES = ['ready', 'starting', 'down'] as const

export const GenerationServer = z.object({
  name: z.string(),
  /** `builtin`, or what it is a server or service of, as `comfyui`, `fal` or `luma`. */
  kind: z.string(),
  state: z.enum(SERVER_STATES),
  load: z.number().int(),
  /** Seconds until a usual job that is ordered now is done; null: not known, or it takes none now. */
  wait_p50: z.number().nullable(),
  /** `open`: nothing is sent there after repeated failures; `half_open`: the next job tries. */
  circuit: z.enum(['closed', 'open', 'half_open']),
  /** What its networks run on now; null for an engine elsewhere. */
  runs_on: z.enum(EXECUTION_PROVIDERS).nullable(),
  models: z.array(GenerationModel),
  /** Models that change images as words say (jobs of type EDI). */
  edit_models: z.array(EditModel),
  /** Workflows that were set up here (jobs of type OTR). */
  workflows: z.array(OwnWorkflow),
  /** Proposals of prompts that it can make now. */
  words: z.array(WordsOffer),
  /** Whether it selects what lies where somebody points (`uploaded_images/:id/select/`). */
  selects: z.boolean(),
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
    ...routes.generationServers.list,
    access: 'public',
    summary:
      'Engines, what they can do and how they are; of one kind or state alone, if it is named',
    query: z.strictObject({
      kind: z.string().max(40).optional(),
      state: z.enum(SERVER_STATES).optional(),
    }),
    response: z.object({ results: z.array(GenerationServer) }),
  }),
  samples: endpoint({
    ...routes.generationServers.samples,
    access: 'public',
    summary: 'An image that each model drew here, of those that have one',
    response: z.object({
      results: z.array(
        z.object({
          model: Id,
          /** A small WebP image as a `data:` URL. */
          image: z.string(),
        }),
      ),
    }),
  }),
  showControl: endpoint({
    ...routes.generationServers.showControl,
    access: 'user',
    summary: 'What a `control` of this kind would follow in an image: its edges, depth or poses',
    body: z.strictObject({ model: Id.optional(), kind: z.enum(MAP_KINDS), image: Id }),
    response: z.object({
      /** A WebP image as a `data:` URL. */
      image: z.string(),
    }),
    errors: ['throttled', 'unavailable'],
  }),
  countTokens: endpoint({
    ...routes.generationServers.countTokens,
    access: 'public',
    summary: "Length of a prompt as the model's tokenizer counts it",
    body: z.strictObject({
      text: z.string().max(2000),
      model: Id.optional(),
      /** LoRAs that go with it: of one's own the prompt may name the subject. */
      loras: z.array(z.string().max(200)).max(20).optional(),
    }),
    response: z.object({
      tokens: z.number().int(),
      /** Tokens that the model reads at once. */
      max_tokens: z.number().int(),
      /** How many chunks of `max_tokens` the prompt is read in. */
      chunks: z.number().int(),
      /** Words that the model does not know. */
      ignored: z.array(z.string()),
      /** Things to ask for instead, for a model that does not know what the text is about and so would draw nothing. */
      suggestions: z.array(z.string()),
    }),
  }),
}
