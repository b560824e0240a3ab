import { describeFace } from '../faces/describe-face.ts'
import { sharedPart } from '../faces/detect-boxes.ts'
import type { Face } from '../faces/face.ts'
import { findFaces } from '../faces/find-faces.ts'
import type { ToolNetworks } from '../networks.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { type Mask, maskFace } from './face-mask.ts'

/** A swap that makes a face less like the wanted one than this, and gains less than that, shows somebody else. */
const LIKENESS = { least: 0.5, gain: 0.12 }
/** Edges in the soft border of the mask may become stronger by this. */
const MOST_EDGES = 2
/** How far the mean colour of a face may move, of 255: light stays the target's, so it is little. */
const MOST_COLOUR = 24
/** Shares of the mask that are its border, and its inside. */
const BORDER = 0.6
const INSIDE = 0.9
/** A face that shares so much of its box with the one that was there is the swapped one. */
const SAME_PLACE = 0.4

/** A face before and after it was swapped. */
interface Swapped {
  source: RgbPicture
  sourceFace: Face
  before: RgbPicture
  targetFace: Face
  after: RgbPicture
}

/** Says why a swapped face is not to be delivered, for the log; null: it may be. */
export async function judgeSwap(
  networks: ToolNetworks,
  { source, sourceFace, before, targetFace, after }: Swapped,
): Promise<string | null> {
  const found = (await findFaces(await networks.faces(), after)).find(
    ({ box }) => sharedPart(box, targetFace.box) > SAME_PLACE,
  )
  if (!found) return 'no face is found where it was put'
  const identity = await networks.identity()
  const wanted = await describeFace(identity, source, sourceFace)
  const was = likeness(wanted, await describeFace(identity, before, targetFace))
  const is = likeness(wanted, await describeFace(identity, after, found))
  if (is < LIKENESS.least && is - was < LIKENESS.gain)
    return `likeness went from ${was.toFixed(2)} to ${is.toFixed(2)}`
  const mask = maskFace(targetFace)
  const edges = edgesAlong(after, mask) / Math.max(1, edgesAlong(before, mask))
  if (edges > MOST_EDGES) return `edges along the border are ${edges.toFixed(1)} times as strong`
  const [old, now] = [colourOf(before, mask), colourOf(after, mask)]
  const moved = Math.max(...old.map((value, c) => Math.abs(value - now[c]!)))
  return moved > MOST_COLOUR ? `the colour moved by ${moved.toFixed(0)}` : null
}

/** Of two descriptions of length 1. */
const likeness = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)

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
  const { data, width } = picture
  let [sum, count] = [0, 0]
  forEach(picture, mask, (share, at) => {
    if (share === 0 || share > BORDER) return
    sum += Math.hypot(
      data[at + 4]! - data[at - 2]!,
      data[at + 1 + 3 * width]! - data[at + 1 - 3 * width]!,
    )
    count++
  })
  return count === 0 ? 0 : sum / count
}

function colourOf(picture: RgbPicture, mask: Mask): number[] {
  const sums = [0, 0, 0]
  let count = 0
  forEach(picture, mask, (share, at) => {
    if (share < INSIDE) return
    for (let c = 0; c < 3; c++) sums[c]! += picture.data[at + c]!
    count++
  })
  return sums.map((sum) => sum / Math.max(1, count))
}
