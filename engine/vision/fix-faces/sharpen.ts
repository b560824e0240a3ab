import { boxBlur } from '../pictures/box-blur.ts'
import type { LightPlane } from '../faces/measure-softness.ts'

/** How much of the detail that blur took is given back, of what is beyond the blurred. */
const STRENGTH = 1.7
/** Rounds; each works on what the one before it made. */
const ROUNDS = 2
/** Up to so many times the noise a difference is none; from so many on it is an edge. Of 255, at least as below. */
const NONE = { noises: 4, least: 16 }
const EDGE = { noises: 12, least: 60 }
/** How far beyond its surroundings a pixel may go, as a part of their contrast. */
const BEYOND = 0.06

/**
 * Makes edges as steep as they were before a blur. Every pixel stays within what is around it, so that nothing rings, and where
 * there is no edge, as on skin, nothing changes.
 *
 * @param blur deviation, pixels
 * @param noise deviation, of 255
 * @returns what is to be added to the lightness of each pixel
 */
export function sharpen(light: LightPlane, blur: number, noise: number): Float32Array {
  const reach = Math.max(1, Math.round(blur))
  const none = Math.max(NONE.least, NONE.noises * noise)
  const edge = Math.max(EDGE.least, EDGE.noises * noise)
  const [least, most] = rangeAround(light, reach + 1)
  const shares = boxBlur(
    least.map((low, at) => smoothStep((most[at]! - low - none) / (edge - none))),
    light,
    reach,
    2,
  )
  // Even bounds: those of single places would leave flat patches.
  const [floor, ceiling] = [boxBlur(least, light, reach, 1), boxBlur(most, light, reach, 1)]
  let current = light.values
  for (let round = 0; round < ROUNDS; round++) {
    const broad = boxBlur(current, light, reach, 2)
    current = current.map((value, at) => {
      const wanted = value + STRENGTH * shares[at]! * (value - broad[at]!)
      const own = light.values[at]!
      const margin = BEYOND * (ceiling[at]! - floor[at]!)
      const [low, high] = [Math.min(own, floor[at]! - margin), Math.max(own, ceiling[at]! + margin)]
      return Math.min(high, Math.max(low, wanted))
    })
  }
  return current.map((value, at) => value - light.values[at]!)
}

/** 0 up to 0, 1 from 1 on, and without a corner between. */
function smoothStep(value: number): number {
  const share = Math.min(1, Math.max(0, value))
  return share * share * (3 - 2 * share)
}

/** The least and the greatest value in a square around each pixel. */
function rangeAround(
  { values, width, height }: LightPlane,
  reach: number,
): [Float32Array, Float32Array] {
  const along = (
    from: Float32Array,
    length: number,
    step: number,
    pick: (a: number, b: number) => number,
  ): Float32Array => {
    const to = new Float32Array(from.length)
    for (let at = 0; at < from.length; at++) {
      const place = Math.floor(at / step) % length
      let value = from[at]!
      for (let i = Math.max(-reach, -place); i <= Math.min(reach, length - 1 - place); i++)
        value = pick(value, from[at + i * step]!)
      to[at] = value
    }
    return to
  }
  const both = (pick: (a: number, b: number) => number): Float32Array =>
    along(along(values, width, 1, pick), height, width, pick)
  return [both(Math.min), both(Math.max)]
}
