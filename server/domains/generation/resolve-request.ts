import { DEFAULTS, type GenerationRequest, LIMITS } from '#contract/generation-request.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { STYLES } from '#contract/styles.ts'
import type { EngineModel, EngineRegistry } from '#server/engines/spec/index.ts'
import type { ImageCapabilities, ImageFeature } from '#server/engines/spec/index.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'
import { chooseEngine } from './choose-engine.ts'
import { isStorableText } from '#server/platform/storable-text.ts'

/** A request with every default filled in, as a job keeps it. */
export type JobParameters = Omit<GenerationRequest, 'quote' | 'model' | 'width' | 'height'> & {
  model: string
  width: number
  height: number
}

export interface ResolvedRequest extends EngineModel {
  parameters: JobParameters
}

/** Which ability each optional field asks for. */
const FEATURE_FIELDS: [keyof GenerationRequest, ImageFeature][] = [
  ['image', 'image_to_image'],
  ['strength', 'image_to_image'],
  ['mask', 'inpaint'],
  ['mask_feather', 'inpaint'],
  ['outpaint', 'outpaint'],
  ['hires', 'hires'],
  ['variation_seed', 'variation'],
  ['variation_strength', 'variation'],
  ['guidance_rescale', 'guidance_rescale'],
]

const NOT_AVAILABLE = 'Not available with this model.'

/**
 * Fills in the defaults and checks a request against what its engine can do; nothing is replaced by
 * something else.
 * @throws {AppError} `invalid` naming every field that does not fit; `unavailable`
 */
export async function resolveRequest(
  engines: EngineRegistry,
  request: GenerationRequest,
): Promise<ResolvedRequest> {
  const choice = await chooseEngine(engines, request.model)
  const { quote: _quote, ...asked } = request
  const parameters: JobParameters = {
    ...asked,
    model: choice.model.id,
    width: request.width ?? DEFAULTS.size,
    height: request.height ?? DEFAULTS.size,
  }
  const fields = collectErrors(parameters, choice.capabilities)
  const names = Object.keys(fields)
  if (names.length > 0) {
    throw new AppError('invalid', `Not possible: ${names.join(', ')}`, { fields })
  }
  return { ...choice, parameters }
}

function collectErrors(parameters: JobParameters, can: ImageCapabilities): FieldErrors {
  const errors: FieldErrors = {}
  const refuse = (field: string, message: string) => (errors[field] ??= []).push(message)
  const has = (feature: ImageFeature) => can.features.includes(feature)

  for (const field of ['prompt', 'negative_prompt'] as const) {
    if (!isStorableText(parameters[field])) refuse(field, 'Null characters are not allowed.')
  }
  if (parameters.type === 'ITI' && !has('image_to_image')) refuse('type', NOT_AVAILABLE)
  for (const [field, feature] of FEATURE_FIELDS) {
    if (parameters[field as keyof JobParameters] !== undefined && !has(feature)) {
      refuse(field, NOT_AVAILABLE)
    }
  }
  if (parameters.negative_prompt.trim() !== '' && !has('negative_prompt')) {
    refuse('negative_prompt', NOT_AVAILABLE)
  }
  if (!can.samplers.includes(parameters.sampler)) {
    refuse('sampler', `"${parameters.sampler}" is not available with this model.`)
  }
  for (const field of ['width', 'height'] as const) {
    const value = parameters[field]
    if (value < can.minSize || value > can.maxSize) {
      refuse(field, `Ensure this value is between ${can.minSize} and ${can.maxSize}.`)
    } else if (value % can.sizeStep !== 0) {
      refuse(field, `Ensure this value is a multiple of ${can.sizeStep}.`)
    }
  }
  if (parameters.width * parameters.height > LIMITS.pixels) {
    refuse('width', 'Ensure the picture has no more than 4,194,304 pixels (4 MP).')
  }
  if (parameters.num_images > can.maxImages) {
    refuse('num_images', `Ensure this value is less than or equal to ${can.maxImages}.`)
  }
  if (parameters.steps > can.maxSteps) {
    refuse('steps', `Ensure this value is less than or equal to ${can.maxSteps}.`)
  }
  if (parameters.style !== undefined && !STYLES.some(({ id }) => id === parameters.style)) {
    refuse('style', 'There is no such style.')
  }
  if (parameters.loras.length > 0 && !has('loras')) {
    refuse('loras', 'This model takes no LoRAs.')
  }
  for (const { name, weight } of parseLoraTags(parameters.prompt)) {
    if (!has('loras')) refuse('prompt', `There is no LoRA named "${name}".`)
    // Written so that a weight that is no number is refused too.
    const fits =
      weight === null || (weight >= LIMITS.loraWeight.min && weight <= LIMITS.loraWeight.max)
    if (!fits) {
      const { min, max } = LIMITS.loraWeight
      refuse('prompt', `The weight of the LoRA "${name}" must be a number from ${min} to ${max}.`)
    }
  }
  return errors
}
