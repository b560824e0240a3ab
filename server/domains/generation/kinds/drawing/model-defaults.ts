import { DEFAULTS } from '#contract/jobs/drawing.ts'
import type { ImageAbilities } from '#server/engines/spec/index.ts'
import type { DrawingParameters } from './parameters.ts'

/** What a request is drawn with that does not say. */
export function defaultsOf({
  defaults,
}: Pick<ImageAbilities, 'defaults'>): Pick<
  DrawingParameters,
  'steps' | 'guidance_scale' | 'sampler'
> {
  return {
    steps: defaults?.steps ?? DEFAULTS.steps,
    guidance_scale: defaults?.guidanceScale ?? DEFAULTS.guidance_scale,
    sampler: defaults?.sampler ?? DEFAULTS.sampler,
  }
}
