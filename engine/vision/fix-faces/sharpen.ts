import { boxBlur } from '../pictures/box-blur.ts'
import type { LightPlane } from '../faces/measure-softness.ts'
import { bellBlur } from './bell-blur.ts'

/** Rounds; each brings back part of what the blur took and the rounds before it did not. */
const ROUNDS = 12
/** Part of the blur that is taken away: with all of it, shades of the face are deepened before its lines become fine. */
const TAKEN = 0.8
/** Deviation of the blur that keeps grain out of what is brought back, pixels. */
const CALMED = 0.7
/** Up to so many times the noise a difference is none; from so many on it is an edge. Of 255, at least as below. */
const NONE = { noises: 4, least: 2 }
const EDGE = { noises: 10, least: 12 }
/**
 * Most that a pixel may go beyond its surroundings, as a part of their contrast and of 255 at most. Pupils, lashes and lights of
 * eyes have lost most to the blur, and without them a face is less like itself; beside an edge, where hair meets the sky, it
 * would glow.
 */
const BEYOND = { spot: { part: 0.4, most: 20 }, edge: { part: 0.08, most: 7 } }
/**
 * Curvature of light across spots and lines, as a part of the contrast around them and of the blur's square: beside
 * a blurred edge it is 0.4 at most, in the middle of a blurred line 1.4 and more.
 */
const CURVED = { edge: 0.5, spot: 1 }

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
  const [above, below] = marginsOf(photo, blur, [floor, ceiling])
  let current = drawn.values
  for (let round = 0; round < ROUNDS; round++) {
    const again = bellBlur(current, photo, TAKEN * blur)
    const missing = photo.values.map((value, at) => value - again[at]!)
    const calm = bellBlur(missing, photo, CALMED)
    current = current.map((value, at) => {
      const wanted = value + shares[at]! * calm[at]!
      const own = drawn.values[at]!
      const low = Math.min(own, floor[at]! - below[at]!)
      const high = Math.max(own, ceiling[at]! + above[at]!)
      return Math.min(high, Math.max(low, wanted))
    })
  }
  return current.map((value, at) => value - drawn.values[at]!)
}

/** Returns how much lighter and how much darker than its surroundings each pixel may become. */
function marginsOf(
  photo: LightPlane,
  blur: number,
  [floor, ceiling]: readonly [Float32Array, Float32Array],
): [Float32Array, Float32Array] {
  const { width, height } = photo
  const calm = bellBlur(photo.values, photo, CALMED)
  const [above, below] = [new Float32Array(calm.length), new Float32Array(calm.length)]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const contrast = ceiling[at]! - floor[at]!
      const [least, most] = curvesAt(calm, width, at)
      above[at] = marginOf((-least * blur ** 2) / Math.max(1, contrast), contrast)
      below[at] = marginOf((most * blur ** 2) / Math.max(1, contrast), contrast)
    }
  return [above, below]
}

/** Returns how far beyond its surroundings a pixel may go. @param bent how strongly light curves there, as in {@link CURVED} */
function marginOf(bent: number, contrast: number): number {
  const share = smoothStep((bent - CURVED.edge) / (CURVED.spot - CURVED.edge))
  const onEdge = Math.min(BEYOND.edge.most, BEYOND.edge.part * contrast)
  const onSpot = Math.min(BEYOND.spot.most, BEYOND.spot.part * contrast)
  return onEdge + share * (onSpot - onEdge)
}

/** The least and the greatest second derivative at a pixel, over all directions. */
function curvesAt(values: Float32Array, width: number, at: number): [number, number] {
  const own = values[at]!
  const across = values[at - 1]! + values[at + 1]! - 2 * own
  const down = values[at - width]! + values[at + width]! - 2 * own
  const both =
    (values[at + width + 1]! +
      values[at - width - 1]! -
      values[at + width - 1]! -
      values[at - width + 1]!) /
    4
  const [mean, apart] = [(across + down) / 2, Math.hypot((across - down) / 2, both)]
  return [mean - apart, mean + apart]
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
