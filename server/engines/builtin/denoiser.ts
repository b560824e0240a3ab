import { preserving } from './schedule.ts'
import type { NoiseSchedule } from './schedule.ts'
import type { Vector } from './samplers/vector.ts'
import { combine } from './samplers/vector.ts'

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
 */
export function createDenoiser(
  schedule: NoiseSchedule,
  predict: Predict,
  guidance: number,
): (x: Vector, sigma: number) => Promise<Vector> {
  return async (x, sigma) => {
    const { input, picture, output } = factors(schedule, sigma)
    const { conditional, unconditional } = await predict(
      Float32Array.from(x, (value) => value * input),
      schedule.timestepOf(sigma),
    )
    const guided = unconditional
      ? combine(
          [guidance, Float64Array.from(conditional)],
          [1 - guidance, Float64Array.from(unconditional)],
        )
      : Float64Array.from(conditional)
    return combine([picture, x], [output, guided])
  }
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
