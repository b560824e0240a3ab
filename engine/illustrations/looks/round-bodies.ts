import type { Planes } from '../../diffusion/networks.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import { distances } from '../../diffusion/source/distance.ts'
import { reachedFromFrame } from '../background/foreground.ts'

type Direction = readonly [x: number, y: number, z: number]

/** How a body is lit. */
export interface Light {
  /** How much lighter and darker the sides become. */
  shade: number
  /** How white a highlight is, and how small: 0 for none. */
  shine: number
  gloss: number
}

/** Thin things would else be dark all over. */
const DARKEST = -0.4
/** In shares of the picture: bodies bulge from their edge on to this far within. */
const RADIUS = 0.28
/** In pixels: highlights keep so far from the edge. */
const RIM = 4
/** Of values in [0, 1], without highlights: what is white all over would be lost on white. */
const LIGHTEST = 0.92
/** Pixels to either side that a mean takes in. */
const REACH = 3
const SUN: Direction = unit([-0.5, -0.7, 0.65])
const HIGHLIGHT: Direction = unit([-0.32, -0.5, 0.8])

/** The things of a picture on white as if they were round bodies with light from the upper left. */
export function roundBodies(picture: Planes, { shade, shine, gloss }: Light): Planes {
  const { data, width, height } = picture
  const area = width * height
  const outside = reachedFromFrame(picture)
  const within = distances(outside, picture)
  const heights = heightsOf(within, picture)
  const lit = data.slice()
  for (let at = 0; at < area; at++) {
    if (outside[at] === 1) continue
    const across = (heights[at - 1] ?? 0) - (heights[at + 1] ?? 0)
    const down = (heights[at - width] ?? 0) - (heights[at + width] ?? 0)
    const length = Math.hypot(across, down, 2)
    const [x, y, z] = [across / length, down / length, 2 / length]
    const sunlight = x * SUN[0] + y * SUN[1] + z * SUN[2]
    const light = Math.max(DARKEST, shade * (sunlight - SUN[2]))
    const inner = Math.min(1, Math.max(0, (within[at]! - RIM) / RIM))
    const shining = x * HIGHLIGHT[0] + y * HIGHLIGHT[1] + z * HIGHLIGHT[2]
    const white = inner * shine * Math.max(0, shining) ** gloss
    for (let plane = 0; plane < 3; plane++) {
      const value = (data[plane * area + at]! + 1) / 2
      const lighter = Math.min(LIGHTEST, value + light * (1 - value))
      const shaded = light > 0 ? lighter : value * (1 + light)
      lit[plane * area + at] = 2 * (shaded + white * (1 - shaded)) - 1
    }
  }
  return { data: lit, width, height }
}

/** Heights of a body that bulges from its edge on, smoothed. */
function heightsOf(within: Float32Array, { width, height }: PictureSize): Float32Array {
  const radius = RADIUS * Math.min(width, height)
  const heights = new Float32Array(within.length)
  for (let at = 0; at < heights.length; at++)
    heights[at] = radius * (1 - (1 - Math.min(1, within[at]! / radius)) ** 2)
  const half = new Float32Array(within.length)
  for (let round = 0; round < 4; round++) {
    smooth(heights, half, 1, width)
    smooth(half, heights, width, width)
  }
  return heights
}

/** Means along rows or columns; beyond the picture there is nothing. */
function smooth(values: Float32Array, means: Float32Array, step: number, width: number): void {
  const length = step === 1 ? width : values.length / width
  const lines = values.length / length
  for (let line = 0; line < lines; line++) {
    const start = line * (step === 1 ? width : 1)
    let sum = 0
    for (let i = -REACH; i < length; i++) {
      // What comes into reach, and what leaves it.
      if (i + REACH < length) sum += values[start + (i + REACH) * step]!
      if (i > REACH) sum -= values[start + (i - REACH - 1) * step]!
      if (i >= 0) means[start + i * step] = sum / (2 * REACH + 1)
    }
  }
}

function unit([x, y, z]: Direction): Direction {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
