import { COMMON_SAMPLERS } from '#contract/samplers.ts'
import type { ImageAbilities, ImageFeature } from '#lib/engine-spec/index.ts'
import type { ReadyModel } from './diffusion/model/model-library.ts'
import { implementedSamplers } from './diffusion/samplers/index.ts'

/** What can be asked of a model of this engine. */
export function abilitiesOf(ready: ReadyModel): Omit<ImageAbilities, 'loras'> {
  const { defaults, knowsGuidance } = ready.drawing
  const isConsistent = knowsGuidance || defaults?.sampler === 'LCM'
  return {
    ...ABILITIES,
    samplers: implementedSamplers.filter((name) => isConsistent || COMMON_SAMPLERS.includes(name)),
    features: featuresOf(ready),
    ...(defaults && { defaults }),
  }
}

function featuresOf({ model, drawing }: ReadyModel): ImageFeature[] {
  const features = FEATURES.filter((name) => !drawing.knowsGuidance || !BY_GUIDANCE.has(name))
  // A model that draws only what it knows makes other things of an image, not that image with more detail; it knows where they are.
  return [...features, model.draws === 'anything' ? 'refine' : 'finish']
}

/** A model that is told the guidance is never asked without the prompt, or with another one. */
const BY_GUIDANCE: ReadonlySet<ImageFeature> = new Set(['negative_prompt', 'guidance_rescale'])

const FEATURES: ImageFeature[] = [
  'negative_prompt',
  'image_to_image',
  'inpaint',
  'outpaint',
  'hires',
  'variation',
  'guidance_rescale',
  'loras',
]

const ABILITIES = {
  sizes: { min: 64, max: 2048, step: 8 },
  maxImages: 4,
  maxSteps: 100,
  priceClass: 'standard',
} as const
