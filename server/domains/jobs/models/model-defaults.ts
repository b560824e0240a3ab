import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import type { Sampler } from '#contract/samplers.ts'
import type { ImageAbilities } from '#server/engines/spec/index.ts'

/** What a request is drawn with that does not say. */
export function defaultsOf({ defaults }: Pick<ImageAbilities, 'defaults'>): {
  steps: number
  guidance_scale: number
  sampler: Sampler
} {
  return {
    steps: defaults?.steps ?? DEFAULTS.steps,
    guidance_scale: defaults?.guidanceScale ?? DEFAULTS.guidance_scale,
    sampler: defaults?.sampler ?? DEFAULTS.sampler,
  }
}
