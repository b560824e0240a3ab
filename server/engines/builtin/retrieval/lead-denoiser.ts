import type { Vector } from '../samplers/vector.ts'

export type Denoise = (x: Vector, sigma: number) => Promise<Vector>

export interface Hint {
  latents: ArrayLike<number>
  /** How far it leads each cell, from 0 to 1. */
  led: Float32Array
  /** 1 for cells that the network leaves as they are led, or of the one colour, to the end. */
  still: Uint8Array
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
/** What the network makes of white is within 0.5 at the most noise and 0.15 later; other colours are beyond 1.5. */
const ALIKE = 0.8

/**
 * Puts the hint in the place of what the network expects where it leads, and where asked one colour elsewhere: wholly down to
 * the noise level `from`, then less and less until `to`. So the first steps lay out what is seen, and the network draws it. Far from
 * things nothing is drawn, so that what is even stays so.
 *
 * While the hint leads wholly, the network is asked for no more than is taken from it: nothing where the hint leads every
 * cell, and now and then where the rest gets one colour.
 */
export function leadDenoiser(
  denoise: Denoise,
  { latents, led, still, plainElse }: Hint,
  { from, to }: Levels,
): Denoise {
  const cells = led.length
  const leadsAll = led.every((part) => part === 1)
  const hasStill = still.includes(1)
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
    if (!(share > 0) && !hasStill) return expected
    const colour = plainElse ? backgroundOf(expected, led) : null
    // White is the hint's own: one value for all cells would show at the frame, where white has others.
    const elsewhere = colour && isNear(colour, backgroundOf(latents, led)!) ? latents : null
    return expected.map((value, i) => {
      const cell = i % cells
      const weight = still[cell] === 1 ? 1 : Math.max(0, share)
      const part = led[cell]!
      if (part > 0) return value + weight * part * (latents[i]! - value)
      const even = elsewhere?.[i] ?? colour?.[Math.floor(i / cells)] ?? value
      return value + weight * (even - value)
    })
  }
}

/** Whether two colours are one, as latents of unit scale. */
function isNear(one: readonly number[], other: readonly number[]): boolean {
  const squares = one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0)
  return Math.sqrt(squares / one.length) < ALIKE
}

/** The middle value of each channel in the cells that nothing leads; null if there are none. */
function backgroundOf(expected: ArrayLike<number>, led: Float32Array): number[] | null {
  const free = [...led.keys()].filter((cell) => led[cell] === 0)
  if (free.length === 0) return null
  return Array.from({ length: expected.length / led.length }, (_, channel) => {
    const values = free.map((cell) => expected[channel * led.length + cell]!)
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  })
}
