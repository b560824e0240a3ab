import type { DrawingRequest } from '#contract/generation-request.ts'
import { controlFeature, LIMITS } from '#contract/values/jobs/drawing.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { STYLES } from '#contract/styles.ts'
import type { ImageAbilities, ImageFeature, LoraFit } from '#server/engines/spec/index.ts'
import type { FieldErrors } from '#server/platform/errors.ts'
import { isStorableText } from '#server/platform/storable-text.ts'
import { type Said, t } from '#server/texts/index.ts'
import type { FoundInput } from '../../kind.ts'
import { keepsPixels, type Size } from './output-size.ts'
import type { DrawingParameters } from './parameters.ts'

/** Which ability each optional field asks for. */
export const FEATURE_FIELDS = [
  ['image', 'image_to_image'],
  ['strength', 'image_to_image'],
  ['mask', 'inpaint'],
  ['mask_feather', 'inpaint'],
  ['outpaint', 'outpaint'],
  ['hires', 'hires'],
  ['variation_seed', 'variation'],
  ['variation_strength', 'variation'],
  ['guidance_rescale', 'guidance_rescale'],
] as const satisfies [keyof DrawingRequest, ImageFeature][]

/** Whether a model delivers its things so; undefined: as a whole image, which every model does. */
export const canFinish = (
  { features }: Pick<ImageAbilities, 'features'>,
  finish: DrawingRequest['finish'],
): boolean =>
  finish === undefined ||
  features.includes('finish') ||
  (finish === 'transparent' && features.includes('transparent'))

/**
 * Whether a field asks for an ability. Over a part of an image, or around one, a model draws that could not draw over all of
 * it: then the image alone asks for nothing more.
 */
export const asksFor = (
  field: keyof DrawingRequest,
  request: Pick<DrawingRequest, 'mask' | 'outpaint'>,
): boolean => !(keepsPixels(request) && (field === 'image' || field === 'type'))

const NOT_AVAILABLE = t('common.notWithModel')
const NEEDS_MASK = t('jobs.onlyPartsOfImage')
const REQUIRED = t('common.required')
const TOO_MANY_PIXELS = t('common.tooManyPixels')

/** What the ids of a request led to; null for one that was not found. */
export interface FoundSources {
  image: FoundInput | null
  mask: FoundInput | null
  /** In the order of the request. */
  controls: readonly (FoundInput | null)[]
}

export interface RequestToCheck {
  request: DrawingRequest
  parameters: DrawingParameters
  abilities: ImageAbilities
  sources: FoundSources
  /** How each LoRA that is named fits; empty where the engine takes none. */
  loras: readonly LoraFit[]
}

/** Every field of a request that does not fit, or does not fit to the others. */
export function checkRequest(checked: RequestToCheck): FieldErrors {
  const errors: FieldErrors = {}
  const refuse: Refuse = (field, said) => (errors[field] ??= []).push(said)
  checkTexts(checked, refuse)
  checkFeatures(checked, refuse)
  // While a feature is missing, errors about how its fields fit together would only confuse.
  if (Object.keys(errors).length === 0) checkTogether(checked, refuse)
  checkSize(checked, refuse)
  checkNumbers(checked, refuse)
  checkLoras(checked, refuse)
  return errors
}

type Refuse = (field: keyof DrawingRequest, said: Said) => void

function checkTexts({ parameters }: RequestToCheck, refuse: Refuse): void {
  for (const field of ['prompt', 'negative_prompt'] as const) {
    if (!isStorableText(parameters[field])) refuse(field, t('common.noNullCharacters'))
  }
  if (parameters.style !== undefined && !STYLES.some(({ id }) => id === parameters.style)) {
    refuse('style', t('jobs.noSuchStyle'))
  }
}

function checkFeatures(
  { request, parameters, abilities: can }: RequestToCheck,
  refuse: Refuse,
): void {
  const has = (feature: ImageFeature) => can.features.includes(feature)
  if (request.type === 'ITI' && asksFor('type', request) && !has('image_to_image'))
    refuse('type', NOT_AVAILABLE)
  if (can.needsMask === true && !keepsPixels(request))
    refuse(request.type === 'ITI' ? 'mask' : 'type', NEEDS_MASK)
  for (const [field, feature] of FEATURE_FIELDS) {
    if (request[field] !== undefined && asksFor(field, request) && !has(feature))
      refuse(field, NOT_AVAILABLE)
  }
  if (!canFinish(can, request.finish)) refuse('finish', NOT_AVAILABLE)
  if (request.controls?.some(({ kind }) => !has(controlFeature(kind))))
    refuse('controls', NOT_AVAILABLE)
  if (request.negative_prompt.trim() !== '' && !has('negative_prompt')) {
    refuse('negative_prompt', NOT_AVAILABLE)
  }
  if (!can.samplers.includes(parameters.sampler)) {
    refuse('sampler', t('common.nameNotWithModel', { name: parameters.sampler }))
  }
}

/** Fields that mean nothing without another are refused, so that nothing that was asked for is ignored silently. */
function checkTogether({ request, sources }: RequestToCheck, refuse: Refuse): void {
  const { image, mask } = sources
  checkControls(request.controls ?? [], sources.controls, refuse)
  if (request.variation_seed !== undefined && request.variation_strength === undefined) {
    refuse('variation_strength', t('jobs.neededWithVariation'))
  }
  if (request.type === 'TTI') {
    for (const field of ['image', 'strength', 'mask', 'mask_feather', 'outpaint'] as const) {
      if (request[field] !== undefined) refuse(field, t('jobs.onlyImageToImage'))
    }
    return
  }
  if (request.finish !== undefined) refuse('finish', t('jobs.onlyTextToImage'))
  if (request.image === undefined) refuse('image', REQUIRED)
  else if (!image) refuse('image', t('common.noSuchImage'))
  if (request.mask !== undefined && !mask) {
    refuse('mask', t('jobs.noSuchUpload'))
  }
  if (image && mask && (image.width !== mask.width || image.height !== mask.height)) {
    const { width, height } = image
    const { width: otherWidth, height: otherHeight } = mask
    refuse('mask', t('jobs.maskSize', { width, height, otherWidth, otherHeight }))
  }
  if (request.mask_feather !== undefined && request.mask === undefined) {
    refuse('mask_feather', t('jobs.onlyWithMask'))
  }
  if (request.outpaint && Object.values(request.outpaint).every((pixels) => pixels === 0)) {
    refuse('outpaint', t('jobs.sideAboveZero'))
  }
  if (request.hires && keepsPixels(request)) {
    refuse('hires', t('jobs.notWithMask'))
  }
}

function checkControls(
  controls: NonNullable<DrawingRequest['controls']>,
  images: readonly (FoundInput | null)[],
  refuse: Refuse,
): void {
  if (images.includes(null)) refuse('controls', t('common.noSuchImage'))
  if (controls.some(({ start, end }) => start >= end)) refuse('controls', t('jobs.endAfterStart'))
}

function checkSize(checked: RequestToCheck, refuse: Refuse): void {
  const { request, parameters, abilities: can } = checked
  if (keepsPixels(request)) {
    checkKeptSize(checked, refuse)
    return
  }
  for (const field of ['width', 'height'] as const) {
    const value = parameters[field]
    if (value < can.sizes.min || value > can.sizes.max) {
      refuse(field, t('jobs.between', { low: can.sizes.min, high: can.sizes.max }))
    } else if (value % can.sizes.step !== 0) {
      refuse(field, t('jobs.multipleOf', { number: can.sizes.step }))
    }
  }
  if (parameters.width * parameters.height > LIMITS.pixels) refuse('width', TOO_MANY_PIXELS)
}

/** With a mask or with padding the size follows from the picture, so errors name the picture. */
function checkKeptSize(
  { request, parameters, abilities: can, sources: { image } }: RequestToCheck,
  refuse: Refuse,
): void {
  if (!image) return
  const isTooLarge = ({ width, height }: Size) =>
    Math.max(width, height) > can.sizes.max || width * height > LIMITS.pixels
  for (const field of ['width', 'height'] as const) {
    if (request[field] !== undefined && request[field] !== parameters[field]) {
      refuse(field, t('jobs.ownSizeWithMask', { size: parameters[field] }))
    }
  }
  if (Math.min(image.width, image.height) < can.sizes.min) {
    refuse('image', t('jobs.atLeastPixels', { size: can.sizes.min }))
  }
  const side = can.sizes.max
  if (isTooLarge(image)) {
    refuse('image', t('jobs.atMostWithMask', { side }))
  } else if (isTooLarge(parameters)) {
    const { width, height } = parameters
    refuse('outpaint', t('jobs.resultWithMaskAtMost', { width, height, side }))
  }
}

function checkNumbers(
  { request, parameters, abilities: can }: RequestToCheck,
  refuse: Refuse,
): void {
  if (request.num_images > can.maxImages) {
    refuse('num_images', t('jobs.atMost', { number: can.maxImages }))
  }
  if (parameters.steps > can.maxSteps) {
    refuse('steps', t('jobs.atMost', { number: can.maxSteps }))
  }
  if (request.hires && request.hires.steps > can.maxSteps) {
    refuse('hires', `steps: Ensure this value is less than or equal to ${can.maxSteps}.`)
  }
}

function checkLoras(checked: RequestToCheck, refuse: Refuse): void {
  const { parameters, abilities: can, loras } = checked
  const able = can.features.includes('loras')
  const problemOf = (name: string) => loras.find(({ id }) => id === name)?.problem ?? null
  if (parameters.loras.length > 0 && !able) {
    refuse('loras', t('jobs.noLoras'))
  }
  for (const { model } of parameters.loras) {
    const problem = problemOf(model)
    if (problem !== null) refuse('loras', problem)
  }
  for (const { name, weight } of parseLoraTags(parameters.prompt)) {
    const problem = able ? problemOf(name) : t('common.noSuchLora', { name })
    if (problem !== null) refuse('prompt', problem)
    // Written so that a weight that is no number is refused too.
    const fits =
      weight === null || (weight >= LIMITS.loraWeight.min && weight <= LIMITS.loraWeight.max)
    if (!fits) {
      const { min, max } = LIMITS.loraWeight
      refuse('prompt', t('jobs.loraWeight', { name, low: min, high: max }))
    }
  }
}
