import type { Box } from '../document/document.ts'

type Size = Pick<Box, 'width' | 'height'>

/** How large what is sent may be. */
export interface Room {
  /** Pixels of a side, at least and at most. */
  least: number
  edge: number
  /** In all. */
  pixels: number
}

const fits = ({ width, height }: Size, { edge, pixels }: Room): boolean =>
  Math.max(width, height) <= edge && width * height <= pixels

/**
 * The part of an image that is sent for a change of a part of it: all, if it has room, else what is selected with as much
 * around it as has room.
 *
 * @param selected bounds of what is to change
 * @returns null if not even what is selected has room
 */
export function regionFor(image: Size, selected: Box, room: Room): Box | null {
  // Nothing else of the image: the box becomes a part of the document.
  if (fits(image, room)) return { x: 0, y: 0, width: image.width, height: image.height }
  if (!fits(selected, room)) return null
  // As much around as what is selected is large, then less and less.
  for (let share = 1; share > 0.04; share *= 0.8) {
    const by = Math.round(share * Math.max(selected.width, selected.height, room.least))
    const region = around(image, selected, by)
    if (fits(region, room)) return region
  }
  return around(image, selected, 0)
}

function around(image: Size, { x, y, width, height }: Box, by: number): Box {
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)]
  return {
    x: left,
    y: top,
    width: Math.min(image.width, x + width + by) - left,
    height: Math.min(image.height, y + height + by) - top,
  }
}
