import type { Vector } from '../samplers/vector.ts'

export type Denoise = (x: Vector, sigma: number) => Promise<Vector>

export interface Hint {
  latents: Float32Array
  /** How much of each cell the hint's things cover, from 0 to 1. */
  covered: Float32Array
}

/** Cells that a thing covers by so much belong to it. */
const COVERED = 0.75
/** Cells that it covers by less are background. */
const FREE = 0.02

/**
 * Puts the hint in the place of what the network expects where the hint shows something, and one colour (the network's)
 * where it shows nothing: wholly down to the noise level `from`, then less and less until `to`. So the first
 * steps lay out what is seen, and the network draws it.
 */
export function leadDenoiser(
  denoise: Denoise,
  { latents, covered }: Hint,
  { from, to }: { from: number; to: number },
): Denoise {
  const cells = covered.length
  return async (x, sigma) => {
    const expected = await denoise(x, sigma)
    const share = Math.min(1, Math.log(sigma / to) / Math.log(from / to))
    if (!(share > 0)) return expected
    const colour = backgroundOf(expected, covered)
    return expected.map((value, i) => {
      const cover = covered[i % cells]!
      if (cover >= FREE) return value + share * Math.min(1, cover / COVERED) * (latents[i]! - value)
      return colour ? value + share * (colour[Math.floor(i / cells)]! - value) : value
    })
  }
}

/** The middle value of each channel in the cells that nothing covers; null if there are none. */
function backgroundOf(expected: Vector, covered: Float32Array): number[] | null {
  const free = [...covered.keys()].filter((cell) => covered[cell]! < FREE)
  if (free.length === 0) return null
  return Array.from({ length: expected.length / covered.length }, (_, channel) => {
    const values = free.map((cell) => expected[channel * covered.length + cell]!)
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  })
}
