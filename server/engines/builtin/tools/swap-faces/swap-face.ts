import type { Face } from '../faces/face.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { type Mask, maskFace } from './face-mask.ts'
import { matchLight } from './match-light.ts'
import { spreadInwards } from './spread-inwards.ts'
import { warpFace } from './warp-face.ts'

/** Contrast of the source face may grow or shrink by so much to be that of the target. */
const LEAST_GAIN = 0.65
const MOST_GAIN = 1.45
/** The mask's soft edge up to this share is where both faces must agree. */
const EDGE = 0.6

/**
 * Puts the source's face in the place of the target's, changing `target` where the face is and nowhere else: the
 * source's features in the target's pose, in the target's light.
 *
 * @returns the region that was changed
 */
export function swapFace(
  source: RgbPicture,
  sourceFace: Face,
  target: RgbPicture,
  targetFace: Face,
): Box {
  const mask = maskFace(targetFace)
  const { region } = mask
  const warped = warpFace(source, sourceFace.mesh, targetFace.mesh, region)
  const inside = insideOf(mask, warped, target)
  matchColours(warped, target, region, inside)
  const was = new Float32Array(warped.length)
  forEachInside(inside, region, target, (at, from) =>
    was.set(target.data.subarray(from, from + 3), 3 * at),
  )
  matchLight(inside, warped, was, region.width, region.height)
  const differences = was.map((colour, i) => colour - warped[i]!)
  const edge = inside.map((one, at) => (one === 1 && mask.values[at]! < EDGE ? 1 : 0))
  const correction = spreadInwards(inside, edge, differences, region.width, region.height)
  forEachInside(inside, region, target, (at, to) => {
    const share = mask.values[at]!
    for (let c = 0; c < 3; c++) {
      const colour = warped[3 * at + c]! + correction[3 * at + c]!
      const blended = share * colour + (1 - share) * target.data[to + c]!
      target.data[to + c] = Math.round(Math.min(255, Math.max(0, blended)))
    }
  })
  return region
}

/** 1 where the mask, the warped face and the target picture all have a pixel. */
function insideOf({ region, values }: Mask, warped: Float32Array, target: RgbPicture): Uint8Array {
  const inside = new Uint8Array(values.length)
  for (let y = 0; y < region.height; y++)
    for (let x = 0; x < region.width; x++) {
      const [left, top] = [region.x + x, region.y + y]
      const at = y * region.width + x
      const isInPicture = left >= 0 && top >= 0 && left < target.width && top < target.height
      if (isInPicture && values[at]! > 0 && !Number.isNaN(warped[3 * at]!)) inside[at] = 1
    }
  return inside
}

/** @param visit told the pixel's place in the region, and where its colours begin in the target picture */
function forEachInside(
  inside: Uint8Array,
  region: Box,
  target: RgbPicture,
  visit: (at: number, inTarget: number) => void,
): void {
  for (let y = 0; y < region.height; y++)
    for (let x = 0; x < region.width; x++) {
      const at = y * region.width + x
      if (inside[at] === 1) visit(at, 3 * ((region.y + y) * target.width + region.x + x))
    }
}

/** Gives the warped face the mean and the contrast of the target's, each colour by itself (Reinhard et al. 2001). */
function matchColours(
  warped: Float32Array,
  target: RgbPicture,
  region: Box,
  inside: Uint8Array,
): void {
  for (let c = 0; c < 3; c++) {
    const from = { sum: 0, squares: 0 }
    const to = { sum: 0, squares: 0 }
    let count = 0
    forEachInside(inside, region, target, (at, inTarget) => {
      const [was, wanted] = [warped[3 * at + c]!, target.data[inTarget + c]!]
      count++
      from.sum += was
      from.squares += was * was
      to.sum += wanted
      to.squares += wanted * wanted
    })
    if (count === 0) return
    const spread = ({ sum, squares }: typeof from): number =>
      Math.sqrt(Math.max(1e-6, squares / count - (sum / count) ** 2))
    const gain = Math.min(MOST_GAIN, Math.max(LEAST_GAIN, spread(to) / spread(from)))
    forEachInside(inside, region, target, (at) => {
      warped[3 * at + c] = (warped[3 * at + c]! - from.sum / count) * gain + to.sum / count
    })
  }
}
