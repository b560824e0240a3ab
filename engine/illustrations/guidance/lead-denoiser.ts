import type { Denoise } from '../../diffusion/samplers/sampler.ts'

export interface GuidanceLatents {
  latents: ArrayLike<number>
  /** How far it leads each cell, from 0 to 1. */
  led: Float32Array
  /** 1 for cells that the network leaves as they are led to the end. */
  still: Uint8Array
}

/** Noise levels (sigma): wholly down to `from`, then less and less until `to`. */
export interface Levels {
  from: number
  to: number
}

/**
 * Puts the guidance image in the place of what the network expects where it leads: wholly down to the noise level `from`, then less and less
 * until `to`. So the first steps lay out what is seen, and the network draws it. Far from things nothing is drawn, so that
 * what is even stays so.
 *
 * The network is asked only where something is taken from it: not at all while the guidance image leads every cell wholly.
 */
export function leadDenoiser(
  denoise: Denoise,
  { latents, led, still }: GuidanceLatents,
  { from, to }: Levels,
): Denoise {
  const cells = led.length
  const leadsAll = led.every((part) => part === 1)
  const hasStill = still.includes(1)
  return async (x, sigma, timestep) => {
    const share = Math.min(1, Math.max(0, Math.log(sigma / to) / Math.log(from / to)))
    if (share === 1 && leadsAll) return Float64Array.from(latents)
    const expected = await denoise(x, sigma, timestep)
    if (share === 0 && !hasStill) return expected
    const mixed = new Float64Array(expected.length)
    for (let i = 0; i < mixed.length; i++) {
      const cell = i % cells
      const weight = still[cell] === 1 ? 1 : share
      mixed[i] = expected[i]! + weight * led[cell]! * (latents[i]! - expected[i]!)
    }
    return mixed
  }
}
