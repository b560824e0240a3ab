import { onEvenLevels, onKarrasLevels } from './levels.ts'
import type { LevelStep } from './levels.ts'
import { slope } from './sigma-steps.ts'
import type { Vector } from './vector.ts'
import { combine } from './vector.ts'

const ORDER = 4

/**
 * Linear multi-step (Adams-Bashforth on uneven steps, as in k-diffusion): the polynomial through up to four
 * slopes is integrated over the step. Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, III.5.
 */
function linearMultistep(sigmas: Float64Array): LevelStep {
  /** Newest first. */
  const slopes: Vector[] = []
  return async (x, denoised, { index, sigma, next }) => {
    slopes.unshift(slope(x, denoised, sigma))
    slopes.splice(ORDER)
    const known = slopes.map((_, i) => sigmas[index - i]!)
    const terms = slopes.map((d, i): [number, Vector] => [integrate(known, i, sigma, next), d])
    return combine([1, x], ...terms)
  }
}

/** Integral of the Lagrange polynomial that is 1 at `nodes[which]` and 0 at the others, exact up to degree 3 (Gauss, two points). */
function integrate(nodes: readonly number[], which: number, from: number, to: number): number {
  const basis = (at: number): number =>
    nodes.reduce(
      (product, node, i) =>
        i === which ? product : (product * (at - node)) / (nodes[which]! - node),
      1,
    )
  const [middle, half] = [(from + to) / 2, (to - from) / 2]
  const offset = half / Math.sqrt(3)
  return half * (basis(middle - offset) + basis(middle + offset))
}

export const lms = onEvenLevels('LMS', linearMultistep)
export const lmsKarras = onKarrasLevels('LMS Karras', linearMultistep)
