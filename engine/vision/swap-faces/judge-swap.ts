import { describeFace, likenessOf } from '../faces/describe-face.ts'
import { sharedPart } from '../faces/detect-boxes.ts'
import type { Face } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import { type Colour, colourOf, isSkin, skinOf } from '../faces/skin.ts'
import type { SwapProblem, TriedSwapProblem } from '#lib/engine-spec/index.ts'
import type { ToolNetworks } from '../networks.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { type Mask, maskFace } from './face-mask.ts'
import { type Kept, markFeatures } from './keep-of-target.ts'

/** A swap that makes a face less like the wanted one than this, and gains less than that, shows somebody else. */
const LIKENESS = { least: 0.5, gain: 0.12 }
/** Edges in the soft border of the mask may become stronger by this. */
const MOST_EDGES = 2
/** ... and in one part of it by this, of 255: a cheek that ends in a line. */
const MOST_TEAR = 10
/** How far the mean colour of a face may move, of 255: light stays the target's, so it is little. */
const MOST_COLOUR = 24
/** ... and of each of its parts that is skin before and after, so that no nose turns blue and no brow glows. */
const MOST_OF_PART = { light: 28, hue: 13 }
/** Of a face more than this is not what was wanted, and an eye or brow of which more is kept is torn. */
const MOST_KEPT = { feature: 0.12, whole: 0.3 }
/** Parts of a face's width that are looked at by themselves, and how much of one has to be skin. */
const PARTS = 9
const LEAST_SKIN = 0.5
/** Light of brows and lashes, as a part of the skin's. */
const BROW = 0.7
/** Shares of the mask that are its border, and its inside. */
const BORDER = 0.6
const INSIDE = 0.9
/** A face that shares so much of its box with the one that was there is the swapped one. */
const SAME_PLACE = 0.4

/** A face before and after it was swapped. */
export interface Swapped {
  source: RgbPicture
  sourceFace: Face
  before: RgbPicture
  targetFace: Face
  after: RgbPicture
  /** Left out: nothing is known of it. */
  kept?: Kept
}

/** Figures of the place of a swapped face. */
interface SwapLook {
  /** How many times as strong edges along the border are. */
  edges: number
  /** How much stronger edges became in the part of the border where they did most, of 255. */
  tear: number
  /** How far the face's mean colour moved, of 255. */
  moved: number
  /** How far the skin of its worst part moved in light and hue, of 255. */
  part: { light: number; hue: number }
}

/** Figures of a swapped face. */
export interface SwapFigures extends SwapLook {
  /** To the wanted person, before and after; 1 is the same picture. */
  likeness: { was: number; is: number }
}

/** Why a swapped face is not to be delivered. */
export interface SwapFlaw<Problem extends SwapProblem = SwapProblem> {
  problem: Problem
  /** For the log. */
  said: string
}

/** Says why a swapped face is not to be delivered; null: it may be. */
export async function judgeSwap(
  networks: ToolNetworks,
  swapped: Swapped,
): Promise<SwapFlaw | null> {
  const flaw = judgeLook(swapped)
  if (flaw) return flaw
  const figures = await measureSwap(networks, swapped)
  if (!figures) return { problem: 'unlike', said: 'no face is found where it was put' }
  const { was, is } = figures.likeness
  return is < LIKENESS.least && is - was < LIKENESS.gain
    ? { problem: 'unlike', said: `likeness went from ${was.toFixed(2)} to ${is.toFixed(2)}` }
    : null
}

/** As {@link judgeSwap}, without measuring whose face it is. */
export function judgeLook(swapped: Swapped): SwapFlaw<TriedSwapProblem> | null {
  const { kept = { feature: 0, whole: 0 } } = swapped
  if (kept.feature > MOST_KEPT.feature || kept.whole > MOST_KEPT.whole)
    return {
      problem: 'torn',
      said: `${percent(kept.feature)} of an eye or brow and ${percent(kept.whole)} of the face stayed as they were`,
    }
  const { edges, tear, moved, part } = measureLook(swapped)
  const border = (said: string): SwapFlaw<'border'> => ({ problem: 'border', said })
  const light = (said: string): SwapFlaw<'light'> => ({ problem: 'light', said })
  if (edges > MOST_EDGES)
    return border(`edges along the border are ${edges.toFixed(1)} times as strong`)
  if (tear > MOST_TEAR) return border(`edges in a part of the border grew by ${tear.toFixed(0)}`)
  if (moved > MOST_COLOUR) return light(`the colour moved by ${moved.toFixed(0)}`)
  return part.light > MOST_OF_PART.light || part.hue > MOST_OF_PART.hue
    ? light(
        `a part of the skin moved by ${part.light.toFixed(0)} in light, ${part.hue.toFixed(0)} in hue`,
      )
    : null
}

/** @returns null where no face is found any more in the place of the swapped one */
export async function measureSwap(
  networks: ToolNetworks,
  swapped: Swapped,
): Promise<SwapFigures | null> {
  const likeness = await measureLikeness(networks, swapped)
  return likeness && { likeness, ...measureLook(swapped) }
}

async function measureLikeness(
  networks: ToolNetworks,
  { source, sourceFace, before, targetFace, after }: Swapped,
): Promise<SwapFigures['likeness'] | null> {
  const found = (await findFaces(await networks.faces(), after)).find(
    ({ box }) => sharedPart(box, targetFace.box) > SAME_PLACE,
  )
  if (!found) return null
  const identity = await networks.identity()
  const wanted = await describeFace(identity, source, sourceFace)
  const was = likenessOf(wanted, await describeFace(identity, before, targetFace))
  const is = likenessOf(wanted, await describeFace(identity, after, found))
  return { was, is }
}

function measureLook({ before, targetFace, after }: Swapped): SwapLook {
  const mask = maskFace(targetFace)
  const [old, now] = [meanColour(before, mask), meanColour(after, mask)]
  return {
    edges: edgesAlong(after, mask) / Math.max(1, edgesAlong(before, mask)),
    tear: worstTear(before, after, mask),
    moved: Math.max(...old.map((value, c) => Math.abs(value - now[c]!))),
    part: worstPart(before, after, targetFace, mask),
  }
}

interface Part {
  count: number
  skin: number
  before: Colour
  after: Colour
}

/** How far the colour of any part of the skin moved at most. */
export function worstPart(
  before: RgbPicture,
  after: RgbPicture,
  face: Face,
  mask: Mask,
): { light: number; hue: number } {
  const skin = skinOf(before, face.mesh)
  if (!skin) return { light: 0, hue: 0 }
  const features = markFeatures(mask, face)
  const parts = new Map<number, Part>()
  const edge = mask.region.width / PARTS
  forEach(before, mask, (share, at) => {
    if (share < BORDER) return
    const pixel = at / 3
    const x = (pixel % before.width) - mask.region.x
    const y = Math.floor(pixel / before.width) - mask.region.y
    const key = Math.floor(y / edge) * PARTS + Math.floor(x / edge)
    const part = parts.get(key) ?? { count: 0, skin: 0, before: noColour(), after: noColour() }
    parts.set(key, part)
    part.count++
    const was = colourOf(before.data[at]!, before.data[at + 1]!, before.data[at + 2]!)
    if (!isSkin(was, skin)) return
    const is = colourOf(after.data[at]!, after.data[at + 1]!, after.data[at + 2]!)
    // A brow that lies elsewhere in the other face: darker than skin is no fault there, lighter is.
    const isBrow = is.light < BROW * skin.light && features[y * mask.region.width + x] === 1
    if (isBrow) return
    part.skin++
    addColour(part.before, was)
    addColour(part.after, is)
  })
  let [light, hue] = [0, 0]
  for (const part of parts.values()) {
    if (part.count < 0.5 * edge ** 2 || part.skin < LEAST_SKIN * part.count) continue
    const moved = (key: keyof Colour): number => (part.after[key] - part.before[key]) / part.skin
    light = Math.max(light, Math.abs(moved('light')))
    hue = Math.max(hue, Math.hypot(moved('blue'), moved('red')))
  }
  return { light, hue }
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`

const noColour = (): Colour => ({ light: 0, blue: 0, red: 0 })

function addColour(sum: Colour, { light, blue, red }: Colour): void {
  sum.light += light
  sum.blue += blue
  sum.red += red
}

/** Visits the pixels of a mask that lie in the picture and not at its border. */
function forEach(
  { width, height }: RgbPicture,
  { region, values }: Mask,
  visit: (share: number, at: number) => void,
): void {
  for (const [place, share] of values.entries()) {
    const x = region.x + (place % region.width)
    const y = region.y + Math.floor(place / region.width)
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue
    visit(share, 3 * (y * width + x))
  }
}

function edgesAlong(picture: RgbPicture, mask: Mask): number {
  let [sum, count] = [0, 0]
  forEach(picture, mask, (share, at) => {
    if (share === 0 || share > BORDER) return
    sum += gradientAt(picture, at)
    count++
  })
  return count === 0 ? 0 : sum / count
}

/** How much stronger edges are in the part of a mask's soft border where they grew most. */
function worstTear(before: RgbPicture, after: RgbPicture, mask: Mask): number {
  const edge = mask.region.width / PARTS
  const parts = new Map<number, { count: number; grown: number }>()
  forEach(after, mask, (share, at) => {
    if (share === 0 || share > INSIDE) return
    const pixel = at / 3
    const x = (pixel % before.width) - mask.region.x
    const y = Math.floor(pixel / before.width) - mask.region.y
    const key = Math.floor(y / edge) * PARTS + Math.floor(x / edge)
    const part = parts.get(key) ?? { count: 0, grown: 0 }
    parts.set(key, part)
    part.count++
    part.grown += gradientAt(after, at) - gradientAt(before, at)
  })
  let most = 0
  for (const { count, grown } of parts.values())
    if (count >= 0.15 * edge ** 2) most = Math.max(most, grown / count)
  return most
}

const gradientAt = ({ data, width }: RgbPicture, at: number): number =>
  Math.hypot(data[at + 4]! - data[at - 2]!, data[at + 1 + 3 * width]! - data[at + 1 - 3 * width]!)

function meanColour(picture: RgbPicture, mask: Mask): number[] {
  const sums = [0, 0, 0]
  let count = 0
  forEach(picture, mask, (share, at) => {
    if (share < INSIDE) return
    for (let c = 0; c < 3; c++) sums[c]! += picture.data[at + c]!
    count++
  })
  return sums.map((sum) => sum / Math.max(1, count))
}
