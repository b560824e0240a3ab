import { boxBlur } from '../pictures/box-blur.ts'
import type { LightPlane } from '../faces/measure-softness.ts'
import { bellBlur } from './bell-blur.ts'

/** Rounds; each brings back part of what the blur took and the rounds before it did not. */
const ROUNDS = 7
/** Part of the blur that is taken away: with all of it, shades of the face are deepened before its lines become fine. */
const TAKEN = 0.8
/** Deviation of the blur that keeps grain out of what is brought back, pixels. */
const CALMED = 0.7
/** Up to so many times the noise a difference is none; from so many on it is an edge. Of 255, at least as below. */
const NONE = { noises: 4, least: 2 }
const EDGE = { noises: 10, least: 12 }
/**
 * How far beyond its surroundings a pixel may go, as a part of their contrast and of 255 at most: pupils and lights of eyes
 * have lost most to the blur, and without them a face is less like itself. Where hair meets the sky it must not glow.
 */
const BEYOND = { part: 0.3, most: 20 }

/**
 * Makes edges as steep as they were before a blur: blurred again, the face must be that of the photograph (Van Cittert 1931), so
 * that what is added is what the lens took. Pixels stay near to what is around them in the photograph, so that nothing
 * rings, and where there is only noise, as on skin, nothing changes.
 *
 * @param drawn the photograph without its noise
 * @param photo as it is
 * @param blur deviation of the photograph's, pixels
 * @param noise deviation of the photograph's, of 255
 * @returns what is to be added to the lightness of each pixel that was drawn
 */
export function sharpen(
  drawn: LightPlane,
  photo: LightPlane,
  blur: number,
  noise: number,
): Float32Array {
  const reach = Math.max(1, Math.round(blur))
  const none = Math.max(NONE.least, NONE.noises * noise)
  const edge = Math.max(EDGE.least, EDGE.noises * noise)
  const [least, most] = rangeAround(photo, reach + 1)
  const shares = boxBlur(
    least.map((low, at) => smoothStep((most[at]! - low - none) / (edge - none))),
    photo,
    reach,
    2,
  )
  // Even bounds: those of single places would leave flat patches.
  const [floor, ceiling] = [boxBlur(least, photo, reach, 1), boxBlur(most, photo, reach, 1)]
  let current = drawn.values
  for (let round = 0; round < ROUNDS; round++) {
    const again = bellBlur(current, photo, TAKEN * blur)
    const missing = photo.values.map((value, at) => value - again[at]!)
    const calm = bellBlur(missing, photo, CALMED)
    current = current.map((value, at) => {
      const wanted = value + shares[at]! * calm[at]!
      const own = drawn.values[at]!
      const margin = Math.min(BEYOND.most, BEYOND.part * (ceiling[at]! - floor[at]!))
      const [low, high] = [Math.min(own, floor[at]! - margin), Math.max(own, ceiling[at]! + margin)]
      return Math.min(high, Math.max(low, wanted))
    })
  }
  return current.map((value, at) => value - drawn.values[at]!)
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
