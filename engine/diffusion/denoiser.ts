import { preserving } from './schedule.ts'
import type { NoiseSchedule } from './schedule.ts'
import type { Denoise } from './samplers/sampler.ts'
import type { Vector } from './samplers/vector.ts'
import { combine, scale } from './samplers/vector.ts'

/**
 * The network as it was trained: latents in its own form and a timestep, answered by its prediction without
 * and with the prompt. `unconditional` is null when guidance is 1 and so does not count.
 */
export type Predict = (
  input: Float32Array,
  timestep: number,
) => Promise<{ conditional: Float32Array; unconditional: Float32Array | null }>

/**
 * Wraps a network's prediction as D(x, sigma), the expected picture behind x = picture + sigma * noise, with
 * classifier-free guidance (Ho and Salimans 2022, arXiv:2207.12598): away from the negative prompt's
 * prediction by `guidance`, of which 1 means none.
 *
 * @param rescale 0 to 1: how far the guided prediction gets back the deviation of the one with the prompt
 */
export function createDenoiser(
  schedule: NoiseSchedule,
  predict: Predict,
  guidance: number,
  rescale = 0,
): Denoise {
  return async (x, sigma, timestep = schedule.timestepOf(sigma)) => {
    const { input, picture, output } = factors(schedule, sigma)
    const scaled = new Float32Array(scale(input, x))
    const { conditional, unconditional } = await predict(scaled, timestep)
    const wanted = new Float64Array(conditional)
    const guided = unconditional
      ? combine([guidance, wanted], [1 - guidance, new Float64Array(unconditional)])
      : wanted
    if (unconditional && rescale > 0) rescaleGuidance(guided, wanted, rescale)
    return combine([picture, x], [output, guided])
  }
}

/**
 * Guidance adds contrast beyond what the model was trained on. Lin et al. 2023 (arXiv:2305.08891), section 3.4, equations
 * 15 and 16, on the network's own prediction whatever that is, as diffusers' `rescale_noise_cfg` does.
 */
function rescaleGuidance(guided: Vector, wanted: Vector, rescale: number): void {
  const factor = rescale * (deviation(wanted) / deviation(guided)) + 1 - rescale
  for (let i = 0; i < guided.length; i++) guided[i]! *= factor
}

function deviation(values: Vector): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** With the network fed `input * x`, D = picture * x + output * prediction. */
function factors(
  schedule: NoiseSchedule,
  sigma: number,
): { input: number; picture: number; output: number } {
  const { signal, noise } = preserving(sigma)
  switch (schedule.config.prediction) {
    case 'epsilon':
      return { input: signal, picture: 1, output: -sigma }
    case 'v_prediction':
      return { input: signal, picture: signal ** 2, output: -noise }
    case 'sample':
      return { input: signal, picture: 0, output: 1 }
    case 'flow':
      return { input: 1 / (1 + sigma), picture: 1 / (1 + sigma), output: -sigma / (1 + sigma) }
    default:
      return schedule.config.prediction satisfies never
  }
}
