import { createDenoiser } from './denoiser.ts'
import type { LatentSize, Networks } from './networks.ts'
import type { StepConditioning } from './prompt/conditioning.ts'
import type { Vector } from './samplers/vector.ts'
import type { NoiseSchedule } from './schedule.ts'

interface DenoisingModel {
  networks: Pick<Networks, 'predict'>
  schedule: NoiseSchedule
}

export interface Guidance {
  /** 1: none. */
  guidanceScale: number
  /** 0 to 1. */
  guidanceRescale?: number | undefined
}

/**
 * D(x, sigma) of a model, one network run a call.
 *
 * @param told what the denoiser is told in the step that is being made
 * @param neighbours latents that it is shown beside the prompt
 */
export function pictureDenoiser(
  { networks, schedule }: DenoisingModel,
  told: () => StepConditioning,
  size: LatentSize,
  { guidanceScale, guidanceRescale = 0 }: Guidance,
  neighbours?: Float32Array,
): (x: Vector, sigma: number) => Promise<Vector> {
  return createDenoiser(
    schedule,
    async (input, timestep) => {
      const rows: Float32Array[] = []
      for (const [run, states] of told().runs.entries()) {
        const shown = run === 0 ? neighbours : undefined
        rows.push(...(await networks.predict(input, size, timestep, states, guidanceScale, shown)))
      }
      return { conditional: rows[0]!, unconditional: rows[1] ?? null }
    },
    guidanceScale,
    guidanceRescale,
  )
}
