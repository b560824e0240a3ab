import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { ImageRequest } from '#server/engines/spec/index.ts'

/** What is asked of an engine: which model, what, and at which edge in pixels. */
interface Asked {
  model: string
  prompt: string
  seed: number
  edge: number
}

/** One picture as the app asks for it at the default settings. */
export function defaultRequest({ model, prompt, seed, edge }: Asked): ImageRequest {
  return {
    type: 'TTI',
    model,
    prompt,
    negativePrompt: '',
    width: edge,
    height: edge,
    indexes: [0],
    seed,
    steps: DEFAULTS.steps,
    guidanceScale: DEFAULTS.guidance_scale,
    sampler: DEFAULTS.sampler,
    loras: [],
  }
}
