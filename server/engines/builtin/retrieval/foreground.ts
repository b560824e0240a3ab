import type { Planes } from '../networks.ts'
import type { PictureSize } from '../picture-size.ts'
import type { Place } from './retrieval-store.ts'

/** Of values in [-1, 1]: what is lighter in all three and touches the frame is background. */
const LIGHT = 0.9
/** Decoded white is not even: towards the frame so much is white enough. */
const NEARLY_WHITE = 0.82
/** White of a thing that would pass for background is darkened by this, so that it is a thing's everywhere. */
const OFF_WHITE = 0.16

/**
 * How much of each latent cell things on white cover, from 0 to 1. What white reaches from the frame is not part of
 * them; white within them is.
 */
export function foregroundCells(picture: Planes, downscale: number): Float32Array {
  const { width, height } = picture
  const outside = whiteFromFrame(picture)
  const columns = width / downscale
  const cells = new Float32Array((columns * height) / downscale)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (!outside[y * width + x])
        cells[Math.floor(y / downscale) * columns + Math.floor(x / downscale)]! +=
          1 / downscale ** 2
  return cells
}

/** The things of a picture on white on another one of its size. */
export function standOn(picture: Planes, behind: Planes): Planes {
  const area = picture.width * picture.height
  const outside = whiteFromFrame(picture)
  const data = picture.data.map((value, i) => (outside[i % area] ? behind.data[i]! : value))
  return { ...picture, data }
}

/** A place without anything in it. */
export function paintPlace(
  { width, height }: PictureSize,
  { upper, lower, horizon }: Place,
): Planes {
  const data = Float32Array.from({ length: 3 * width * height }, (_, i) => {
    const plane = Math.floor(i / (width * height))
    const y = (Math.floor(i / width) % height) / height
    const part = horizon === null ? y : Number(y > horizon)
    return 2 * (upper[plane]! * (1 - part) + lower[plane]! * part) - 1
  })
  return { data, width, height }
}

/** With the edge of the things. */
function whiteFromFrame(picture: Planes): Uint8Array {
  const { width } = picture
  const outside = reachedFromFrame(picture)
  // The edge of a thing is half white: on another colour it would be a rim of light.
  return outside.map((value, at) =>
    Math.max(
      value,
      outside[at - 1] ?? 0,
      outside[at + 1] ?? 0,
      outside[at - width] ?? 0,
      outside[at + width] ?? 0,
    ),
  )
}

/**
 * A decoded picture of things on white with nothing but white around them.
 * @param own square, row by row: 1 where the picture knows that the thing is, though it is white there
 */
export function onEvenWhite(picture: Planes, own: Uint8Array | null = null): Planes {
  const { data, width, height } = picture
  const area = width * height
  const outside = reachedFromFrame(picture, NEARLY_WHITE)
  const edge = Math.sqrt(own?.length ?? 0)
  const isOwn = (at: number): boolean => {
    const [row, column] = [Math.floor(at / width), at % width]
    const place = Math.floor((row * edge) / height) * edge + Math.floor((column * edge) / width)
    return own?.[place] === 1
  }
  const even = data.map((value, i) => {
    const at = i % area
    if (!outside[at]) return value
    return isOwn(at) ? Math.min(1, value) - OFF_WHITE : 1
  })
  return { data: even, width, height }
}

/** 1 for what white reaches from the frame, 0 for the things. */
export function reachedFromFrame({ data, width, height }: Planes, white = LIGHT): Uint8Array {
  const area = width * height
  const outside = new Uint8Array(area)
  const open: number[] = []
  const visit = (x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const at = y * width + x
    if (outside[at] || [at, at + area, at + 2 * area].some((i) => data[i]! <= white)) return
    outside[at] = 1
    open.push(at)
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(x, y)
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(x, y)
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    const y = (at - x) / width
    visit(x - 1, y)
    visit(x + 1, y)
    visit(x, y - 1)
    visit(x, y + 1)
  }
  return outside
}
