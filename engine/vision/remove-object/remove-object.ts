import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { spreadInwards } from '../pictures/spread-inwards.ts'
import { type AddedInpainting, paintHole } from '../added/paint-hole.ts'
import { continueLines } from './continue-lines.ts'
import { fillEvenly } from './fill-evenly.ts'
import { fillFromAround } from './fill-from-around.ts'

/** Values of a mask (0 to 255) below this count as nothing. */
const FAINT = 8
/** How much around the hole is looked at: so many pixels at least, and this part of the hole's longer edge. */
const AROUND = { least: 96, part: 1 } as const

/**
 * Paints what surrounds a thing over it, in place. Pixels whose mask is black stay as they are; where it is grey, the old
 * and the new are mixed.
 *
 * @param mask 0 to 255 for each pixel
 * @returns false if there is nothing to remove, or nothing but what is to be removed
 */
export function removeObject(
  picture: RgbPicture,
  mask: Uint8Array,
  onStep: (done: number, of: number) => void,
  signal: AbortSignal,
): boolean {
  const open = openHole(picture, mask)
  if (!open) return false
  const { cut } = open
  signal.throwIfAborted()
  const filled =
    fillEvenly(cut, cut.hole) ??
    fillFromAround(cut, cut.hole, onStep, signal) ??
    spreadInwards(cut, cut.hole)
  closeHole(picture, mask, open, continueLines(cut, cut.hole, filled, signal))
  return true
}

/** As {@link removeObject}, with what a network paints. */
export async function removeObjectBy(
  network: AddedInpainting,
  picture: RgbPicture,
  mask: Uint8Array,
): Promise<boolean> {
  const open = openHole(picture, mask)
  if (!open) return false
  closeHole(picture, mask, open, await paintHole(network, open.cut, open.cut.hole))
  return true
}

/** A hole with what surrounds it. */
interface OpenHole {
  /** Where it lies in the picture. */
  part: Box
  cut: RgbPicture & { hole: Uint8Array }
}

/** @returns null if there is nothing to remove, or nothing but what is to be removed */
function openHole(picture: RgbPicture, mask: Uint8Array): OpenHole | null {
  const hole = mask.map((value) => (value < FAINT ? 0 : 1))
  const bounds = boundsOf(hole, picture)
  if (!bounds || !hole.includes(0)) return null
  const part = around(bounds, picture)
  return { part, cut: cutOut(picture, hole, part) }
}

/** Lays what was painted over the hole, in place, as much of it as the mask says. @param filled colours of the part */
function closeHole(
  picture: RgbPicture,
  mask: Uint8Array,
  { part, cut }: OpenHole,
  filled: ArrayLike<number>,
): void {
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++) {
      const from = y * part.width + x
      if (cut.hole[from] === 0) continue
      const to = (part.y + y) * picture.width + part.x + x
      const share = mask[to]! / 255
      for (let c = 0; c < 3; c++) {
        const own = picture.data[3 * to + c]!
        const value = own + share * (filled[3 * from + c]! - own)
        picture.data[3 * to + c] = Math.round(Math.min(255, Math.max(0, value)))
      }
    }
}

function boundsOf(hole: Uint8Array, { width, height }: RgbPicture): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (hole[at] === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

function around(box: Box, { width, height }: RgbPicture): Box {
  const by = Math.max(AROUND.least, Math.round(AROUND.part * Math.max(box.width, box.height)))
  const [x, y] = [Math.max(0, box.x - by), Math.max(0, box.y - by)]
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + by) - x,
    height: Math.min(height, box.y + box.height + by) - y,
  }
}

function cutOut(
  { data, width }: RgbPicture,
  hole: Uint8Array,
  part: Box,
): RgbPicture & { hole: Uint8Array } {
  const cut = {
    width: part.width,
    height: part.height,
    data: new Uint8Array(3 * part.width * part.height),
    hole: new Uint8Array(part.width * part.height),
  }
  for (let y = 0; y < part.height; y++) {
    const from = (part.y + y) * width + part.x
    cut.data.set(data.subarray(3 * from, 3 * (from + part.width)), 3 * y * part.width)
    cut.hole.set(hole.subarray(from, from + part.width), y * part.width)
  }
  return cut
}
