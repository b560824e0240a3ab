import type { Point } from '../document/document.ts'

/** Where the image is on the stage: its upper left corner, in pixels of the screen, and how large a pixel of it is. */
export interface View extends Point {
  scale: number
}

interface Size {
  width: number
  height: number
}

const MOST = 32
/** Around an image that is shown as a whole. */
const MARGIN = 24

/**
 * The whole image, in the middle; small ones are not made larger than they are twice.
 *
 * @param room what is left around it on each side, as a part of its edges
 */
export function fitView(image: Size, stage: Size, room = 0): View {
  const whole = 1 + 2 * room
  const scale = Math.max(
    0.01,
    Math.min(
      2,
      (stage.width - MARGIN) / (whole * image.width),
      (stage.height - MARGIN) / (whole * image.height),
    ),
  )
  return {
    scale,
    x: (stage.width - scale * image.width) / 2,
    y: (stage.height - scale * image.height) / 2,
  }
}

/** Larger or smaller by a factor, while a place of the stage stays where it is. */
export function zoomAt({ x, y, scale }: View, factor: number, at: Point, least: number): View {
  const next = Math.min(MOST, Math.max(Math.min(scale, least), scale * factor))
  const times = next / scale
  return { scale: next, x: at.x - (at.x - x) * times, y: at.y - (at.y - y) * times }
}

/** Moved so far that some of the image stays in sight. */
export function panBy(view: View, by: Point, image: Size, stage: Size): View {
  const within = (value: number, length: number, room: number): number =>
    Math.min(room - 40, Math.max(40 - length, value))
  return {
    scale: view.scale,
    x: within(view.x + by.x, image.width * view.scale, stage.width),
    y: within(view.y + by.y, image.height * view.scale, stage.height),
  }
}
