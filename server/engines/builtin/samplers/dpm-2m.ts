import { karrasSigmas, linearSigmas } from '../schedule.ts'
import type { NoiseSchedule } from '../schedule.ts'
import { oneYieldAStep } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { logSnr, sigmaPairs } from './sigma-steps.ts'
import type { Vector } from './vector.ts'
import { combine, scale } from './vector.ts'

/** DPM-Solver++(2M): Lu et al. 2022 (arXiv:2211.01095), algorithm 2; the last step to sigma 0 is of first order. */
function dpm2m(
  name: SamplerDefinition['name'],
  levels: (schedule: NoiseSchedule, steps: number) => Float64Array,
): SamplerDefinition {
  return {
    name,
    stepCount: oneYieldAStep,
    async *sample({ schedule, steps, start, denoise }) {
      const sigmas = levels(schedule, steps)
      let x = scale(sigmas[0]!, start)
      let before: Vector | null = null
      for (const { index, sigma, next } of sigmaPairs(sigmas)) {
        const denoised = await denoise(x, sigma)
        const h = logSnr(next) - logSnr(sigma)
        let target = denoised
        if (before && next > 0) {
          const r = (logSnr(sigma) - logSnr(sigmas[index - 1]!)) / h
          target = combine([1 + 1 / (2 * r), denoised], [-1 / (2 * r), before])
        }
        x = combine([next / sigma, x], [-Math.expm1(-h), target])
        before = denoised
        yield { x, denoised }
      }
      return x
    },
  }
}

export const dpmPlusPlus2m = dpm2m('DPM++ 2M', linearSigmas)
export const dpmPlusPlus2mKarras = dpm2m('DPM++ 2M Karras', karrasSigmas)
