import { parseLoraTags, stripLoraTags } from '#contract/lora-tags.ts'
import { STYLES } from '#contract/styles.ts'
import type { ImageRequest } from '#server/engines/spec/index.ts'
import type { JobParameters } from './resolve-request.ts'

const DEFAULT_WEIGHT = 1

/** The order that an engine gets for the picture indexes of a job that are still missing. */
export function buildEngineRequest(
  parameters: JobParameters,
  seed: number,
  indexes: number[],
): ImageRequest {
  const style = STYLES.find(({ id }) => id === parameters.style)
  const words = stripLoraTags(parameters.prompt)
  return {
    type: parameters.type,
    model: parameters.model,
    prompt: style ? `${words}, ${style.words}` : words,
    negativePrompt: parameters.negative_prompt,
    width: parameters.width,
    height: parameters.height,
    indexes,
    seed,
    steps: parameters.steps,
    guidanceScale: parameters.guidance_scale,
    sampler: parameters.sampler,
    loras: [
      ...parameters.loras,
      ...parseLoraTags(parameters.prompt).map(({ name, weight }) => ({
        model: name,
        weight: weight ?? DEFAULT_WEIGHT,
      })),
    ],
  }
}

const SEEDS = 2 ** 32

/** Seed of one picture of a job. */
export function seedOf(seed: number, index: number): number {
  return (seed + index) % SEEDS
}
