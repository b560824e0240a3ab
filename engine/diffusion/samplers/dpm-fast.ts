import { evenLevels } from '../timestep-spacing.ts'
import { noisyStart } from './sampler.ts'
import type { SamplerDefinition, SamplerInput } from './sampler.ts'
import { levelBetween, logSnr, slope } from './sigma-steps.ts'
import type { Vector } from './vector.ts'
import { combine } from './vector.ts'

/**
 * DPM-Solver-fast: Lu et al. 2022 (arXiv:2206.00927), section 3.4 and algorithms 1, 2 and 4 (order 3 with r1 = 1/3
 * and r2 = 2/3): as many calls of the model as steps are asked for, in steps of third order and the rest in
 * lower ones, evenly spaced in log sigma between the model's ends. With steps left out it goes on from where an
 * evenly timed method would (as A1111 does), in as many calls as there are steps left.
 */
export const dpmFast: SamplerDefinition = {
  name: 'DPM fast',
  stepCount: (steps) => orders(steps).length,
  async *sample(context) {
    const { schedule, steps, from } = context
    const skip = from?.skip ?? 0
    const { sigmas, startDeviation } = evenLevels(schedule, steps)
    const ends = [sigmas[skip]!, schedule.sigmaOf(schedule.firstTimestep)]
    const plan = orders(steps - skip)
    let x = noisyStart(context, ends[0]!, startDeviation)
    for (const [index, order] of plan.entries()) {
      const [sigma, next] = [index, index + 1].map((i) =>
        levelBetween(ends[0]!, ends[1]!, i / plan.length),
      ) as [number, number]
      const denoised = await context.denoise(x, sigma)
      x = await solve(order, x, slope(x, denoised, sigma), sigma, next, context)
      yield { x, denoised }
    }
    return x
  },
}

function orders(steps: number): number[] {
  const thirds = Math.floor(steps / 3)
  if (steps % 3 !== 0) return [...Array<number>(thirds).fill(3), steps % 3]
  return [...Array<number>(thirds - 1).fill(3), 2, 1]
}

/** @param noise the slope at `sigma`, which is the noise that the model expects (epsilon) */
async function solve(
  order: number,
  x: Vector,
  noise: Vector,
  sigma: number,
  next: number,
  { denoise }: SamplerInput,
): Promise<Vector> {
  const h = logSnr(next) - logSnr(sigma)
  const epsilon = async (at: Vector, level: number): Promise<Vector> =>
    slope(at, await denoise(at, level), level)
  /** The linear part of a step that covers `part` of the way. */
  const first = (level: number, part: number): Vector =>
    combine([1, x], [-level * Math.expm1(part * h), noise])
  /** Weight of the change in noise in such a step. */
  const second = (level: number, part: number): number =>
    -level * (Math.expm1(part * h) / (part * h) - 1)
  if (order === 1) return first(next, 1)
  const r = order === 2 ? 1 / 2 : 1 / 3
  const level = levelBetween(sigma, next, r)
  const change = combine([1, await epsilon(first(level, r), level)], [-1, noise])
  if (order === 2) return combine([1, first(next, 1)], [(-next * Math.expm1(h)) / (2 * r), change])
  const later = levelBetween(sigma, next, 2 / 3)
  const at = combine([1, first(later, 2 / 3)], [2 * second(later, 2 / 3), change])
  const changeLater = combine([1, await epsilon(at, later)], [-1, noise])
  return combine([1, first(next, 1)], [(3 / 2) * second(next, 1), changeLater])
}
