import { preserving } from '../schedule.ts'
import { uniPcTimesteps } from '../timestep-spacing.ts'
import { oneYieldAStep, preservingStart } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { eulerStep, logSnr } from './sigma-steps.ts'
import type { Vector } from './vector.ts'
import { combine, scale } from './vector.ts'

/** A step that has been predicted and waits to be corrected. */
interface Predicted {
  from: Vector
  sigma: number
  denoised: Vector
  /** Change of the expected picture, divided by `ratio`; null in a step of first order. */
  change: Vector | null
  ratio: number
}

/**
 * UniPC of order 2 in its B2(h) form with data prediction: Zhao et al. 2023 (arXiv:2302.04867), algorithms 1
 * and 2, first order in the first and the last step. x is held in the variance-exploding form, where both
 * start from Euler's step; timesteps are those of diffusers' UniPCMultistepScheduler.
 */
export const uniPc: SamplerDefinition = {
  name: 'UniPC',
  stepCount: oneYieldAStep,
  async *sample(context) {
    const { schedule, steps, from, denoise } = context
    const timesteps = uniPcTimesteps(schedule, steps).slice(from?.skip)
    const sigmas = timesteps.map((timestep) => schedule.sigmaOf(timestep))
    let x = scale(1 / preserving(sigmas[0]!).signal, preservingStart(context, sigmas[0]!))
    let before: Predicted | null = null
    for (const [index, sigma] of sigmas.entries()) {
      const denoised = await denoise(x, sigma)
      if (before) x = correct(before, denoised, sigma)
      const next = sigmas[index + 1] ?? 0
      const step: Predicted = { from: x, sigma, denoised, change: null, ratio: 0 }
      if (before && next > 0) {
        step.ratio = (logSnr(before.sigma) - logSnr(sigma)) / (logSnr(next) - logSnr(sigma))
        step.change = combine([1 / step.ratio, before.denoised], [-1 / step.ratio, denoised])
      }
      x = predict(step, next)
      before = step
      yield { x: scale(preserving(next).signal, x), denoised }
    }
    return x
  },
}

function predict({ from, sigma, denoised, change }: Predicted, next: number): Vector {
  const base = eulerStep(from, denoised, sigma, next)
  return change ? combine([1, base], [(1 - next / sigma) / 2, change]) : base
}

/** Makes the step again, knowing the expected picture at its end. */
function correct(step: Predicted, denoisedAfter: Vector, next: number): Vector {
  const { from, sigma, denoised, change, ratio } = step
  const base = eulerStep(from, denoised, sigma, next)
  const gain = 1 - next / sigma
  const end = combine([1, denoisedAfter], [-1, denoised])
  if (!change) return combine([1, base], [gain / 2, end])
  const h = logSnr(next) - logSnr(sigma)
  // The phi functions of the paper's equation 6 at -h, divided by B(h) = e^-h - 1.
  const phi2 = -gain / -h - 1
  const phi3 = phi2 / -h - 1 / 2
  const [b1, b2] = [phi2 / -gain, (2 * phi3) / -gain]
  const inner = (b1 - b2) / (1 - ratio)
  return combine([1, base], [gain * inner, change], [gain * (b1 - inner), end])
}
