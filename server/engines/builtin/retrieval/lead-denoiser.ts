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

/** While the hint leads wholly, what the network said counts until the noise has fallen to this share of what it was then. */
const ASK_ANEW = 0.5

/**
 * Puts the hint in the place of what the network expects where it leads, and where asked one colour elsewhere: wholly down to
 * the noise level `from`, then less and less until `to`. So the first steps lay out what is seen, and the network draws it.
 *
 * While the hint leads wholly, the network is asked for no more than is taken from it: nothing where the hint leads every
 * cell, and now and then where the rest gets one colour.
 */
export function leadDenoiser(
  denoise: Denoise,
  { latents, led, plainElse }: Hint,
  { from, to }: Levels,
): Denoise {
  const cells = led.length
  const leadsAll = led.every((part) => part === 1)
  let last: { expected: Vector; sigma: number } | null = null
  const ask = async (x: Vector, sigma: number, isLed: boolean): Promise<Vector> => {
    const isKnown = isLed && plainElse && last && sigma > ASK_ANEW * last.sigma
    if (!isKnown || !last) last = { expected: await denoise(x, sigma), sigma }
    return last.expected
  }
  return async (x, sigma) => {
    const share = Math.min(1, Math.log(sigma / to) / Math.log(from / to))
    if (share === 1 && leadsAll) return Float64Array.from(latents)
    const expected = await ask(x, sigma, share === 1)
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
