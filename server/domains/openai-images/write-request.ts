import { GenerationRequest } from '#contract/generation-request.ts'
import type { OpenAiEdit, OpenAiGeneration } from '#contract/openai-images.ts'
import { invalidField } from '#server/platform/errors.ts'
import { parseInput } from '#server/platform/validation.ts'
import { t } from '#server/texts/index.ts'
import type { ChosenModel } from './choose-model.ts'

/** Images of an edit, by the ids of their uploads. */
export interface SentImages {
  images: readonly string[]
  mask: string | null
}

const LACKS = t('common.notWithModel')

/** What only a model that draws can be told. */
const OF_DRAWING = [
  'negative_prompt',
  'num_inference_steps',
  'guidance_scale',
  'size',
  'strength',
] as const

const isAsked = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== 'auto' && value !== ''

function sizeOf(size: string | null | undefined): { width?: number; height?: number } {
  if (size == null || size === 'auto') return {}
  const [width, height] = size.split('x').map(Number)
  return { width: width!, height: height! }
}

/** Steps for a quality, of a model that usually takes so many. */
function stepsFor(
  quality: OpenAiGeneration['quality'],
  { defaults, max_steps: most }: Extract<ChosenModel, { does: 'draw' }>['model'],
): { steps?: number } {
  if (quality === 'low') return { steps: Math.max(1, Math.round(defaults.steps / 2)) }
  if (quality === 'high' || quality === 'hd') {
    return { steps: Math.max(defaults.steps, Math.min(most, Math.round(defaults.steps * 1.5))) }
  }
  return {}
}

function editRequest(
  call: OpenAiEdit,
  { images, mask }: SentImages,
  model: Extract<ChosenModel, { does: 'edit' }>['model'],
): object {
  for (const name of OF_DRAWING) if (isAsked(call[name])) throw invalidField(name, LACKS)
  const quality = call.quality ?? 'auto'
  if (quality === 'low' || quality === 'high' || quality === 'hd')
    throw invalidField('quality', LACKS)
  if (mask !== null) throw invalidField('mask', LACKS)
  if (call.background === 'transparent') throw invalidField('background', LACKS)
  if ((call.n ?? 1) > 1) throw invalidField('n', t('openai-images.oneAtATime'))
  if (images.length > model.max_images)
    throw invalidField('image', t('openai-images.tooManyImages', { count: model.max_images }))
  return {
    type: 'EDI',
    prompt: call.prompt,
    model: model.id,
    images,
    seed: call.seed ?? null,
  }
}

/**
 * A call as a request for a job. What the model lacks is refused by name, here or where the request is judged.
 * @param sent of an edit; null: it draws from words alone
 * @throws {AppError} `invalid`
 */
export function writeRequest(
  call: OpenAiEdit,
  { does, model }: ChosenModel,
  sent: SentImages | null,
): GenerationRequest {
  if (call.background === 'transparent' && call.output_format === 'jpeg')
    throw invalidField('background', t('openai-images.jpegTransparent'))
  if (does === 'edit') {
    if (!sent) throw invalidField('model', t('openai-images.changesImages'))
    return parseInput(GenerationRequest, editRequest(call, sent, model))
  }
  if (sent && sent.images.length > 1) throw invalidField('image', t('openai-images.takesOneImage'))
  const asked = sizeOf(call.size)
  const size =
    sent || asked.width !== undefined
      ? asked
      : { width: model.native_size, height: model.native_size }
  return parseInput(GenerationRequest, {
    type: sent ? 'ITI' : 'TTI',
    prompt: call.prompt,
    model: model.id,
    num_images: call.n ?? 1,
    seed: call.seed ?? null,
    ...size,
    ...stepsFor(call.quality, model),
    ...(call.num_inference_steps != null && { steps: call.num_inference_steps }),
    ...(isAsked(call.negative_prompt) && { negative_prompt: call.negative_prompt }),
    ...(call.guidance_scale != null && { guidance_scale: call.guidance_scale }),
    ...(call.background === 'transparent' && { finish: 'transparent' }),
    ...(sent && { image: sent.images[0] }),
    ...(sent?.mask != null && { mask: sent.mask }),
    ...(call.strength != null && { strength: call.strength }),
  })
}
