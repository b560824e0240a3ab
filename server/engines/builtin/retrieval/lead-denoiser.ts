import type { Vector } from '../samplers/vector.ts'

export type Denoise = (x: Vector, sigma: number) => Promise<Vector>

export interface Hint {
  latents: ArrayLike<number>
  /** How far it leads each cell, from 0 to 1. */
  led: Float32Array
  /** Whether cells that it does not lead get one colour, the network's. */
  plainElse: boolean
}

/** Noise levels (sigma): wholly down to `from`, then less and less until `to`. */
export interface Levels {
  from: number
  to: number
}

/**
 * Puts the hint in the place of what the network expects where it leads, and where asked one colour elsewhere: wholly down to
 * the noise level `from`, then less and less until `to`. So the first steps lay out what is seen, and the network draws it.
 */
export function leadDenoiser(
  denoise: Denoise,
  { latents, led, plainElse }: Hint,
  { from, to }: Levels,
): Denoise {
  const cells = led.length
  return async (x, sigma) => {
    const expected = await denoise(x, sigma)
    const share = Math.min(1, Math.log(sigma / to) / Math.log(from / to))
    if (!(share > 0)) return expected
    const colour = plainElse ? backgroundOf(expected, led) : null
    return expected.map((value, i) => {
      const part = led[i % cells]!
      if (part > 0) return value + share * part * (latents[i]! - value)
      return colour ? value + share * (colour[Math.floor(i / cells)]! - value) : value
    })
  }
}

/** The middle value of each channel in the cells that nothing leads; null if there are none. */
function backgroundOf(expected: Vector, led: Float32Array): number[] | null {
  const free = [...led.keys()].filter((cell) => led[cell] === 0)
  if (free.length === 0) return null
  return Array.from({ length: expected.length / led.length }, (_, channel) => {
    const values = free.map((cell) => expected[channel * led.length + cell]!)
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  })
}
