import { parseLoraTags, stripLoraTags } from '#contract/lora-tags.ts'
import { STYLES } from '#contract/styles.ts'
import type { ImageRequest, ImageSource } from '#server/engines/spec/index.ts'
import type { SourceFiles } from '../../library/find-source.ts'
import type { JobParameters } from './resolve-request.ts'
import { type ImageRow, type JobRow, parametersOf } from '../../store.ts'

const DEFAULT_WEIGHT = 1

/** The order that an engine gets for the picture indexes of a job that are still missing. */
export function buildEngineRequest(
  parameters: JobParameters,
  seed: number,
  indexes: number[],
  files: SourceFiles | null,
): ImageRequest {
  const style = STYLES.find(({ id }) => id === parameters.style)
  const words = stripLoraTags(parameters.prompt)
  const { hires, variation_seed, variation_strength, guidance_rescale } = parameters
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
    ...(files && { source: buildSource(parameters, files) }),
    ...(hires && { hires }),
    ...(variation_seed !== undefined &&
      variation_strength !== undefined && {
        variation: { seed: variation_seed, strength: variation_strength },
      }),
    ...(guidance_rescale !== undefined && { guidanceRescale: guidance_rescale }),
  }
}

function buildSource(parameters: JobParameters, { image, mask }: SourceFiles): ImageSource {
  const { strength = 0, mask_feather: feather = 0, outpaint } = parameters
  return {
    image,
    strength,
    ...(mask && { mask: { image: mask, feather } }),
    ...(outpaint && { padding: outpaint }),
  }
}

const SEEDS = 2 ** 32

/** Seed of one picture of a job. */
export function seedOf(seed: number, index: number): number {
  return (seed + index) % SEEDS
}

/** The parameters that make one picture of a job by itself: with the seeds that were its own. */
export function parametersOfPicture(
  job: JobRow,
  { seed, index }: Pick<ImageRow, 'seed' | 'index'>,
): JobParameters {
  const parameters = parametersOf(job)
  const { variation_seed: variation } = parameters
  return {
    ...parameters,
    num_images: 1,
    seed,
    ...(variation !== undefined && { variation_seed: seedOf(variation, index) }),
  }
}
