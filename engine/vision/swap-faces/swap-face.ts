import type { Face } from '../faces/face.ts'
import { type Colour, colourOf, skinOf } from '../faces/skin.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { type Mask, maskFace } from './face-mask.ts'
import {
  keepOpenMouth,
  type Kept,
  keepUnshown,
  keepWhatHides,
  measureKept,
} from './keep-of-target.ts'
import { matchSkin } from './match-skin.ts'
import { spreadInwards } from './spread-inwards.ts'
import { warpFace } from './warp-face.ts'

/** Colours along the edge are corrected by this at most, of 255. */
const MOST_CORRECTED = { light: 30, tint: 10 }
/** Hue of skin in a black and white photograph at most, of 255. */
const GREY = 3
/** Of a face outside of its picture. */
const NO_SKIN: Colour = { light: 128, blue: 0, red: 0 }
/** The mask's soft edge up to this share is where both faces must agree. */
const EDGE = 0.6

/**
 * Puts the source's face in the place of the target's, changing `target` where the face is and nowhere else: the
 * source's features in the target's pose, in the target's light. An open mouth, what hides the face (hair, a microphone)
 * and what the source does not show (its far cheek) stay the target's.
 *
 * @returns the region that was changed, and how much of it stayed the target's
 */
export function swapFace(
  source: RgbPicture,
  sourceFace: Face,
  target: RgbPicture,
  targetFace: Face,
): { region: Box; kept: Kept } {
  const mask = maskFace(targetFace)
  const whole = Float32Array.from(mask.values)
  const { region } = mask
  const { colours: warped, shown } = warpFace(source, sourceFace.mesh, targetFace.mesh, region)
  const was = coloursOf(target, region)
  const skin = {
    face: skinOf(source, sourceFace.mesh) ?? NO_SKIN,
    target: skinOf(target, targetFace.mesh) ?? NO_SKIN,
  }
  keepOpenMouth(mask, targetFace)
  keepUnshown(mask, shown, targetFace)
  keepWhatHides(mask, was, skin.target, targetFace)
  keepWhatHides(mask, warped, skin.face, targetFace)
  if (isGrey(skin.target)) {
    removeColour(warped)
    skin.face = { light: skin.face.light, blue: 0, red: 0 }
  }
  const inside = insideOf(mask, warped, target)
  const bothSkin = matchSkin({ ...region, inside }, warped, was, skin)
  const differences = was.map((colour, i) => colour - warped[i]!)
  bound(differences)
  const edge = bothSkin.map((one, at) => (one === 1 && mask.values[at]! < EDGE ? 1 : 0))
  const correction = spreadInwards(inside, edge, differences, region.width, region.height)
  forEachInside(inside, region, target, (at, to) => {
    const share = mask.values[at]!
    for (let c = 0; c < 3; c++) {
      const colour = warped[3 * at + c]! + correction[3 * at + c]!
      const blended = share * colour + (1 - share) * target.data[to + c]!
      target.data[to + c] = Math.round(Math.min(255, Math.max(0, blended)))
    }
  })
  return { region, kept: measureKept(mask, whole, targetFace) }
}

/** Skin has a hue in every light; without one the photograph is black and white. */
const isGrey = ({ blue, red }: Colour): boolean => Math.hypot(blue, red) < GREY

function removeColour(colours: Float32Array): void {
  for (let at = 0; at < colours.length; at += 3)
    colours.fill(colourOf(colours[at]!, colours[at + 1]!, colours[at + 2]!).light, at, at + 3)
}

/** Keeps corrections from carrying what lies at the face's edge, a lamp or a shadow, into it. */
function bound(differences: Float32Array): void {
  for (let at = 0; at < differences.length; at += 3) {
    const parts = differences.subarray(at, at + 3)
    const mean = (parts[0]! + parts[1]! + parts[2]!) / 3
    const light = Math.min(MOST_CORRECTED.light, Math.max(-MOST_CORRECTED.light, mean))
    for (let c = 0; c < 3; c++) {
      const tint = parts[c]! - mean
      parts[c] = light + Math.min(MOST_CORRECTED.tint, Math.max(-MOST_CORRECTED.tint, tint))
    }
  }
}

/** The region's colours, three for each pixel; NaN outside of the picture. */
function coloursOf(picture: RgbPicture, { x, y, width, height }: Box): Float32Array {
  const colours = new Float32Array(3 * width * height).fill(Number.NaN)
  for (let row = Math.max(0, -y); row < height && y + row < picture.height; row++)
    for (let column = Math.max(0, -x); column < width && x + column < picture.width; column++) {
      const from = 3 * ((y + row) * picture.width + x + column)
      colours.set(picture.data.subarray(from, from + 3), 3 * (row * width + column))
    }
  return colours
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
