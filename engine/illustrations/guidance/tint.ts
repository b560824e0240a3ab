import type { Planes } from '../../diffusion/networks.ts'
import { reachedFromFrame } from '../background/foreground.ts'

/** Red, green and blue from 0 to 1. */
type Colour = readonly [number, number, number]

/** Share of a colour that its darkest shade has; scenes.py tints with the same. */
const DARKEST = 0.25
/** Less saturated is white, grey or black. */
const COLOURED = 0.25
/** A thing of which less is coloured is tinted all over. */
const PLAIN = 0.2
/** In degrees: a red fox is as orange as any. */
const ALIKE = 36

/**
 * The things of a picture on white in shades of one colour: what is coloured of them, so that eyes stay white, or all of what
 * has no colour. What is of nearly that hue stays as it is.
 */
export function tinted(picture: Planes, colour: Colour): Planes {
  const { width, height, data } = picture
  const area = width * height
  const outside = reachedFromFrame(picture)
  const shownAt = (at: number): Colour => [
    (data[at]! + 1) / 2,
    (data[at + area]! + 1) / 2,
    (data[at + 2 * area]! + 1) / 2,
  ]
  const things = [...outside.keys()].filter((at) => outside[at] === 0)
  const coloured = things.filter((at) => saturation(shownAt(at)) > COLOURED)
  const isPlain = coloured.length < PLAIN * things.length
  if (!isPlain && saturation(colour) > COLOURED) {
    const hue = meanHue(coloured.map((at) => shownAt(at)))
    if (Math.abs(((hue - meanHue([colour]) + 540) % 360) - 180) < ALIKE) return picture
  }
  const shades = data.slice()
  for (const at of isPlain ? things : coloured) {
    const light = shownAt(at).reduce((sum, value) => sum + value, 0) / 3
    for (const [plane, value] of colour.entries())
      shades[plane * area + at] = 2 * Math.min(1, value * (DARKEST + light)) - 1
  }
  return { data: shades, width, height }
}

function saturation(colour: Colour): number {
  const most = Math.max(...colour)
  return most > 0 ? (most - Math.min(...colour)) / most : 0
}

/** In degrees; the more colour, the more it counts. */
function meanHue(colours: readonly Colour[]): number {
  let [x, y] = [0, 0]
  for (const [red, green, blue] of colours) {
    x += red - (green + blue) / 2
    y += (Math.sqrt(3) / 2) * (green - blue)
  }
  return (Math.atan2(y, x) * 180) / Math.PI
}
