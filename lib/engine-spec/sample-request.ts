import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { ImageModel, ImageRequest } from './image.ts'

/** Known to the collection of the built-in model, and a test of light, fur and depth for others. */
const PROMPT = 'a red fox in the snow'
const SEED = 7
/** A model's own size, up to this, in pixels. */
const MOST_EDGE = 768

/** An order for one image that shows how a model draws, in its own size and settings. */
export function sampleRequestFor(
  model: Pick<ImageModel, 'id' | 'sizes' | 'nativeSize' | 'defaults' | 'samplers'>,
): ImageRequest {
  const { sizes, nativeSize, defaults } = model
  const wanted = Math.min(nativeSize, MOST_EDGE, sizes.max)
  const edge = Math.max(sizes.min, wanted - (wanted % sizes.step))
  return {
    type: 'TTI',
    model: model.id,
    prompt: PROMPT,
    negativePrompt: '',
    width: edge,
    height: edge,
    indexes: [0],
    seed: SEED,
    steps: defaults?.steps ?? DEFAULTS.steps,
    guidanceScale: defaults?.guidanceScale ?? DEFAULTS.guidance_scale,
    sampler: defaults?.sampler ?? model.samplers[0] ?? DEFAULTS.sampler,
    loras: [],
  }
}
