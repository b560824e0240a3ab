import type { DrawingRequest } from '#contract/generation-request.ts'
import { seedOf } from '../../seeds.ts'

type Chosen = 'model' | 'width' | 'height' | 'steps' | 'guidance_scale' | 'sampler'

/** A request with every default filled in, as a job keeps it. */
export type DrawingParameters = Omit<DrawingRequest, 'quote' | Chosen> & {
  [Field in Chosen]-?: NonNullable<DrawingRequest[Field]>
} & {
  /** What the LoRAs' weights hash to, by name; left out where there are none. */
  lora_hashes?: Record<string, string>
}

/** The parameters that make one picture of a job by itself: with the seeds that were its own. */
export function parametersOfPicture(
  parameters: DrawingParameters,
  { seed, index }: { seed: number | null; index: number },
): DrawingParameters {
  const { variation_seed: variation } = parameters
  return {
    ...parameters,
    num_images: 1,
    seed,
    ...(variation !== undefined && { variation_seed: seedOf(variation, index) }),
  }
}
