import { boxBlur } from '../pictures/box-blur.ts'

/** Width of the means, as a part of the face's width: wider than eyes and lips, narrower than a cheek. */
const REACH = 0.11
/** How much of the target's light the face takes on; the rest keeps what light there is in its own features. */
const STRENGTH = 0.8
const PASSES = 3

/** Light is never made more or less than by this. */
const MOST_GAIN = 2.5
/** Steadies the quotient where both are nearly black. */
const LEAST_LIGHT = 12

/**
 * Gives a face the light of the one that it replaces: what is broad in its colours (light, shade, tan) becomes what is
 * broad in the target's, what is fine (eyes, lips, skin) stays. Light multiplies: what is dark and grey stays so, where
 * a sum would tint it.
 *
 * @param inside 1 where the face is, in rows of `width`
 * @param face three for each pixel; changed inside
 * @param target three for each pixel, the same region of the target
 */
export function matchLight(
  inside: Uint8Array,
  face: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
): void {
  const reach = Math.max(1, Math.round(REACH * width))
  const broadOf = (colours: Float32Array, c: number): Float32Array => {
    const plane = new Float32Array(inside.length)
    for (let at = 0; at < inside.length; at++)
      if (inside[at] === 1) plane[at] = Math.max(0, colours[3 * at + c]!) + LEAST_LIGHT
    return boxBlur(plane, { width, height }, reach, PASSES)
  }
  for (let c = 0; c < 3; c++) {
    const [own, wanted] = [broadOf(face, c), broadOf(target, c)]
    for (let at = 0; at < inside.length; at++) {
      if (inside[at] !== 1) continue
      const gain = Math.min(MOST_GAIN, Math.max(1 / MOST_GAIN, wanted[at]! / own[at]!))
      face[3 * at + c]! *= 1 + STRENGTH * (gain - 1)
    }
  }
}
