import { boxBlur } from '../pictures/box-blur.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** How much of the background's colour and brightness the subject takes on. */
const MATCH = 0.3
/** A subject is at most made so much lighter or darker. */
const MOST_GAIN = 1.25
/** Width of the light that the background throws over the subject's edge, as a part of the shorter side. */
const WRAP = 0.012
const WRAP_STRENGTH = 0.35

/**
 * Puts what is cut out on another background of the same size, in its light: the subject's mean colour moves a little
 * towards the background's, and along its edge the background shines over it.
 *
 * @param subject whose colours go on beyond its edge, so that nothing of the old background is left in soft hair
 * @param opacity 0 to 255 for each pixel
 */
export function placeOnBackground(
  subject: RgbPicture,
  opacity: Uint8Array,
  background: RgbPicture,
): RgbPicture {
  const { width, height } = subject
  const gains = matchGains(subject, opacity, background)
  const reach = Math.max(1, Math.round(WRAP * Math.min(width, height)))
  const inside = boxBlur(opacity, subject, reach, 2)
  const data = new Uint8Array(subject.data.length)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const share = opacity[pixel]! / 255
    // 0 deep inside, up to a half at the edge.
    const wrap = WRAP_STRENGTH * Math.max(0, 1 - inside[pixel]! / 255)
    for (let c = 0; c < 3; c++) {
      const behind = background.data[3 * pixel + c]!
      const lit = Math.min(255, subject.data[3 * pixel + c]! * gains[c]!)
      const wrapped = lit + wrap * Math.max(0, behind - lit)
      data[3 * pixel + c] = Math.round(wrapped * share + behind * (1 - share))
    }
  }
  return { data, width, height }
}

function matchGains(subject: RgbPicture, opacity: Uint8Array, background: RgbPicture): number[] {
  const own = [0, 0, 0]
  const behind = [0, 0, 0]
  let seen = 1e-6
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    seen += opacity[pixel]!
    for (let c = 0; c < 3; c++) {
      own[c]! += subject.data[3 * pixel + c]! * opacity[pixel]!
      behind[c]! += background.data[3 * pixel + c]!
    }
  }
  return own.map((sum, c) => {
    const mean = Math.max(8, sum / seen)
    const wanted = mean + MATCH * (behind[c]! / opacity.length - mean)
    return Math.min(MOST_GAIN, Math.max(1 / MOST_GAIN, wanted / mean))
  })
}
