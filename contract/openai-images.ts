import { z } from 'zod'
import { Id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './values/jobs/drawing.ts'
import { fault } from './said.ts'

/** Most images that a call of `edits` may send beside the mask. */
export const MOST_EDITED = 4

const IMAGE_FORMATS = ['png', 'jpeg', 'webp'] as const

const { images, steps, guidance, seed } = LIMITS

/** OpenAI's parameters, and those that vLLM-Omni adds; what is left out or null is the model's own. */
const asked = {
  prompt: z.string().min(1).max(LIMITS.prompt),
  /** Id of a model of `GET /v1/models`; left out: the default model. */
  model: z.string().max(200).nullish(),
  n: z.int().min(images.min).max(images.max).nullish(),
  /** As `1024x1024`. */
  size: z
    .string()
    .regex(/^(auto|\d{2,4}x\d{2,4})$/, fault('openai-images.sizeNeeded'))
    .nullish(),
  /** Steps of the model: `low` half as many as usual, `high` half as many more. */
  quality: z.enum(['auto', 'low', 'medium', 'high', 'standard', 'hd']).nullish(),
  background: z.enum(['auto', 'opaque', 'transparent']).nullish(),
  output_format: z.enum(IMAGE_FORMATS).nullish(),
  response_format: z.enum(['b64_json', 'url']).nullish(),
  stream: z.boolean().nullish(),
  partial_images: z.int().min(0).max(3).nullish(),
  moderation: z.literal('auto').nullish(),
  user: z.string().max(200).nullish(),
  negative_prompt: z.string().max(LIMITS.prompt).nullish(),
  num_inference_steps: z.int().min(steps.min).max(steps.max).nullish(),
  guidance_scale: z.number().min(guidance.min).max(guidance.max).nullish(),
  seed: z.int().min(seed.min).max(seed.max).nullish(),
}

export const OpenAiGeneration = z.strictObject(asked)
export type OpenAiGeneration = z.output<typeof OpenAiGeneration>

/** Beside the files `image` (or `image[]`) and `mask` of the form. */
export const OpenAiEdit = z.strictObject({
  ...asked,
  /** How far the result may leave the image, where it is drawn over. */
  strength: z.number().min(0).max(1).nullish(),
})
export type OpenAiEdit = z.output<typeof OpenAiEdit>

export const OpenAiImages = z.object({
  created: z.int(),
  background: z.enum(['opaque', 'transparent']),
  output_format: z.enum(IMAGE_FORMATS),
  quality: z.enum(['low', 'medium', 'high']),
  size: z.string(),
  data: z.array(
    z.object({
      b64_json: z.string().optional(),
      /** Works for a day at least. */
      url: z.string().optional(),
      seed: z.int().nullable(),
    }),
  ),
  /** Companies that were given the images of an edit; left out: they stay with who runs this site. */
  photos_go_to: z.array(z.string()).optional(),
})
export type OpenAiImages = z.infer<typeof OpenAiImages>

export const OpenAiModel = z.object({
  id: Id,
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
})
export type OpenAiModel = z.infer<typeof OpenAiModel>

/** The calls that clients of OpenAI's images make here; errors are `{error: {message, type, param, code}}`. */
export const openAiImages = {
  generations: endpoint({
    method: 'POST',
    path: '/v1/images/generations',
    access: 'user',
    summary: 'Make images, as OpenAI’s call of this name; with `stream` server-sent events',
    body: OpenAiGeneration,
    response: OpenAiImages,
  }),
  edits: endpoint({
    method: 'POST',
    path: '/v1/images/edits',
    access: 'user',
    summary: 'Change images, as OpenAI’s call of this name: a form with `image` and `mask`',
    form: OpenAiEdit.extend({
      image: z.array(z.file()).max(MOST_EDITED),
      mask: z.file().optional(),
    }),
    response: OpenAiImages,
  }),
  models: endpoint({
    method: 'GET',
    path: '/v1/models',
    access: 'user',
    summary: 'Models that make or change images here',
    response: z.object({ object: z.literal('list'), data: z.array(OpenAiModel) }),
  }),
  model: endpoint({
    method: 'GET',
    path: '/v1/models/:id',
    access: 'user',
    summary: 'One of these models',
    params: z.object({ id: Id }),
    response: OpenAiModel,
  }),
}
