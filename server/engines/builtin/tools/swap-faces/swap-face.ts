import type { Face } from '../faces/face.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { type Mask, maskFace } from './face-mask.ts'
import { keepOpenMouth, keepUnshown, keepWhatHides } from './keep-of-target.ts'
import { matchLight } from './match-light.ts'
import { spreadInwards } from './spread-inwards.ts'
import { warpFace } from './warp-face.ts'

/** Contrast of the source face may grow or shrink by so much to be that of the target. */
const LEAST_GAIN = 0.7
const MOST_GAIN = 1.35
/** The mask's soft edge up to this share is where both faces must agree. */
const EDGE = 0.6

/**
 * Puts the source's face in the place of the target's, changing `target` where the face is and nowhere else: the
 * source's features in the target's pose, in the target's light. An open mouth, what hides the face (hair, a microphone)
 * and what the source does not show (its far cheek) stay the target's.
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
  const { colours: warped, shown } = warpFace(source, sourceFace.mesh, targetFace.mesh, region)
  keepOpenMouth(mask, targetFace)
  keepUnshown(mask, shown, targetFace)
  keepWhatHides(mask, target, targetFace)
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

/**
 * Gives the warped face the mean colour of the target's, and its contrast (Reinhard et al. 2001). The contrast is that of
 * all colours together: one for each colour would tint eyes and shade.
 */
function matchColours(
  warped: Float32Array,
  target: RgbPicture,
  region: Box,
  inside: Uint8Array,
): void {
  const from = { sums: [0, 0, 0], light: 0, squares: 0 }
  const to = { sums: [0, 0, 0], light: 0, squares: 0 }
  let count = 0
  const add = (sums: typeof from, colours: ArrayLike<number>, start: number): void => {
    const light = colours[start]! + colours[start + 1]! + colours[start + 2]!
    for (let c = 0; c < 3; c++) sums.sums[c]! += colours[start + c]!
    sums.light += light
    sums.squares += light * light
  }
  forEachInside(inside, region, target, (at, inTarget) => {
    count++
    add(from, warped, 3 * at)
    add(to, target.data, inTarget)
  })
  if (count === 0) return
  // Of the mean, so that light that is only stronger is no contrast.
  const spread = ({ light, squares }: typeof from): number =>
    Math.sqrt(Math.max(1e-6, (squares * count) / light ** 2 - 1))
  const gain = Math.min(MOST_GAIN, Math.max(LEAST_GAIN, spread(to) / spread(from)))
  forEachInside(inside, region, target, (at) => {
    // Light multiplies: what is dark stays dark, in whatever colour.
    for (let c = 0; c < 3; c++) {
      const [own, wanted] = [Math.max(1, from.sums[c]! / count), to.sums[c]! / count]
      warped[3 * at + c] = wanted * Math.max(0, 1 + (warped[3 * at + c]! / own - 1) * gain)
    }
  })
}
