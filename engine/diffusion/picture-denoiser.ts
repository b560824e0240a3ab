import { createDenoiser } from './denoiser.ts'
import type { LatentSize } from './networks.ts'
import type { StepConditioning } from './prompt/conditioning.ts'
import type { Denoise } from './samplers/sampler.ts'
import type { NoiseSchedule } from './schedule.ts'
import type { AskDenoiser } from './shared-runs.ts'

interface DenoisingModel {
  ask: AskDenoiser
  schedule: NoiseSchedule
}

export interface Guidance {
  /** 1: none. */
  guidanceScale: number
  /** 0 to 1. */
  guidanceRescale?: number | undefined
}

/**
 * D(x, sigma) of a model for one picture.
 *
 * @param told what the denoiser is told in the step that is being made
 * @param neighbours latents that it is shown beside the prompt
 */
export function pictureDenoiser(
  { ask, schedule }: DenoisingModel,
  told: () => StepConditioning,
  size: LatentSize,
  { guidanceScale, guidanceRescale = 0 }: Guidance,
  neighbours?: Float32Array,
): Denoise {
  return createDenoiser(
    schedule,
    async (input, timestep) => {
      const rows: Float32Array[] = []
      for (const [run, states] of told().runs.entries()) {
        const shown = run === 0 ? neighbours : undefined
        const asked = { latents: input, neighbours: shown }
        rows.push(...(await ask(asked, size, timestep, states, guidanceScale)))
      }
      return { conditional: rows[0]!, unconditional: rows[1] ?? null }
    },
    guidanceScale,
    guidanceRescale,
  )
}
