import type { Face } from '../faces/face.ts'
import { isInside } from '../faces/outline.ts'
import { type Colour, colourOf } from '../faces/skin.ts'
import { boxBlur } from '../pictures/box-blur.ts'
import type { Point } from '../pictures/rgb-picture.ts'
import type { Mask } from './face-mask.ts'

/** The inner edge of the lips, around. */
const INNER_LIPS = [
  78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
]
/** Middles of the lips' inner edges, and corners of the mouth. */
const [UPPER_LIP, LOWER_LIP, LEFT_CORNER, RIGHT_CORNER] = [13, 14, 78, 308]
/** A mouth is closed whose lips are no further apart than this part of its width. */
const OPEN_FROM = 0.07

/** Brows and eyes, around; they are never taken for something in front of the face. */
const FEATURES = [
  [70, 63, 105, 66, 107, 55, 65, 52, 53, 46],
  [300, 293, 334, 296, 336, 285, 295, 282, 283, 276],
  [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
  [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249],
]
/** By how much they are made larger for that, from their middle. */
const FEATURE_ROOM = 1.5
/** From each brow to below its eye: make-up is as far from the skin's hue as something in front of it, and is the face's own. */
const EYE_ZONES = [
  [70, 63, 105, 66, 107, 55, 244, 233, 232, 231, 230, 229, 228, 31, 226],
  [300, 293, 334, 296, 336, 285, 464, 453, 452, 451, 450, 449, 448, 261, 446],
]
/** Less light than this part of the skin's, or a hue further from it (of 255), is something else. */
const DARK = 0.4
const OTHER_HUE = 26
/** What hides a face reaches in from its edge and covers at least this part of it. */
const LEAST_PART = 0.012

/** How much of a face stayed the target's, 0 to 1. */
export interface Kept {
  /** Of the brow or eye that most is kept of: of one that is torn both people are seen. */
  feature: number
  /** Of all that was to be replaced. */
  whole: number
}

/** How much was taken away from a mask that was whole before. */
export function measureKept(mask: Mask, before: Float32Array, { mesh }: Face): Kept {
  const keptIn = (counts: (at: number) => boolean): number => {
    let [sum, left] = [0, 0]
    for (let at = 0; at < before.length; at++) {
      if (!counts(at)) continue
      sum += before[at]!
      left += mask.values[at]!
    }
    return sum === 0 ? 0 : 1 - left / sum
  }
  const features = FEATURES.map((outline) => {
    const inside = markInside(mask, [outline.map((index) => mesh[index]!)])
    return keptIn((at) => inside[at] === 1)
  })
  return { feature: Math.max(...features), whole: keptIn(() => true) }
}

/** The inside of an open mouth stays: the source's, if its mouth is closed, would be its lips stretched over it. */
export function keepOpenMouth(mask: Mask, { mesh, box }: Face): void {
  const between = (a: number, b: number): number =>
    Math.hypot(mesh[a]!.x - mesh[b]!.x, mesh[a]!.y - mesh[b]!.y)
  const opening = between(UPPER_LIP, LOWER_LIP) / between(LEFT_CORNER, RIGHT_CORNER)
  if (opening < OPEN_FROM) return
  const lips = INNER_LIPS.map((index) => mesh[index]!)
  const kept = markInside(mask, [lips])
  takeAway(mask, kept, Math.max(1, Math.round(0.008 * box.width)))
}

/** Keeps the target where the source shows nothing, except at eyes and brows: an eye must not be of two people. */
export function keepUnshown(mask: Mask, shown: Float32Array, face: Face): void {
  const reach = Math.max(1, Math.round(0.03 * face.box.width))
  const features = boxBlur(markFeatures(mask, face), mask.region, reach, 1)
  takeAway(
    mask,
    shown.map((share, at) => (1 - share) * (1 - features[at]!)),
    reach,
  )
}

/** 1 where eyes and brows are, with some room around, and between them. */
export function markFeatures(mask: Mask, face: Face): Float32Array {
  const lids = markLids(mask, face)
  return markEyes(mask, face).map((one, at) => Math.max(one, lids[at]!))
}

const markEyes = (mask: Mask, { mesh }: Face): Float32Array =>
  markInside(
    mask,
    FEATURES.map((outline) => enlarged(outline.map((index) => mesh[index]!))),
  )

const markLids = (mask: Mask, { mesh }: Face): Float32Array =>
  markInside(
    mask,
    EYE_ZONES.map((outline) => outline.map((index) => mesh[index]!)),
  )

/**
 * What is in front of a face stays the target's: hair, a microphone, a hand in a glove. It is known by its colour and by
 * coming in from the face's edge; what has the colour of the skin, a hand, cannot be told from it.
 *
 * @param colours of the target, or of the source in the target's place; three for each pixel, NaN where there is none
 * @param skin of the same face
 */
export function keepWhatHides(mask: Mask, colours: Float32Array, skin: Colour, face: Face): void {
  const { values } = mask
  const [eyes, lids] = [markEyes(mask, face), markLids(mask, face)]
  const differs = values.map((share, at) => {
    if (share === 0 || eyes[at] === 1 || Number.isNaN(colours[3 * at]!)) return 0
    const own = colourOf(colours[3 * at]!, colours[3 * at + 1]!, colours[3 * at + 2]!)
    const isOther = Math.hypot(own.blue - skin.blue, own.red - skin.red) > OTHER_HUE
    return own.light < DARK * skin.light || (isOther && lids[at] === 0) ? 1 : 0
  })
  const hides = reachableFromEdge(mask, differs)
  const covered = hides.reduce((sum, one) => sum + one, 0)
  const all = values.reduce((sum, share) => sum + (share > 0 ? 1 : 0), 0)
  if (covered < LEAST_PART * all) return
  takeAway(mask, hides, Math.max(1, Math.round(0.012 * face.box.width)))
}

/** Lessens a mask where `kept` is 1, softly: what is kept is kept whole, and the edge lies outside of it. */
function takeAway(mask: Mask, kept: Float32Array, reach: number): void {
  const soft = boxBlur(kept, mask.region, reach, 2)
  for (let at = 0; at < soft.length; at++)
    mask.values[at]! *= 1 - Math.min(1, Math.max(kept[at]!, 2 * soft[at]!))
}

/** 1 where a mask's pixel lies in one of the outlines. */
function markInside({ region, values }: Mask, outlines: readonly Point[][]): Float32Array {
  return values.map((_, at) => {
    const place = { x: region.x + (at % region.width), y: region.y + Math.floor(at / region.width) }
    return outlines.some((outline) => isInside(outline, place)) ? 1 : 0
  })
}

function enlarged(outline: readonly Point[]): Point[] {
  const centre = {
    x: outline.reduce((sum, { x }) => sum + x, 0) / outline.length,
    y: outline.reduce((sum, { y }) => sum + y, 0) / outline.length,
  }
  return outline.map(({ x, y }) => ({
    x: centre.x + (x - centre.x) * FEATURE_ROOM,
    y: centre.y + (y - centre.y) * FEATURE_ROOM,
  }))
}

/** The marked pixels that a chain of marked pixels joins to the mask's edge. */
function reachableFromEdge({ region, values }: Mask, marked: Float32Array): Float32Array {
  const { width, height } = region
  const reached = new Float32Array(marked.length)
  const open: number[] = []
  const visit = (at: number): void => {
    if (marked[at] !== 1 || reached[at] === 1) return
    reached[at] = 1
    open.push(at)
  }
  const isOutside = (x: number, y: number): boolean =>
    x < 0 || y < 0 || x >= width || y >= height || values[y * width + x] === 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (
        !isOutside(x, y) &&
        (isOutside(x - 1, y) || isOutside(x + 1, y) || isOutside(x, y - 1) || isOutside(x, y + 1))
      )
        visit(y * width + x)
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (y > 0) visit(at - width)
    if (y < height - 1) visit(at + width)
  }
  return reached
}
