import type { Planes } from '../../diffusion/networks.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import type { NamedBackground } from './backgrounds.ts'

/** What is lighter than this in all three channels, of values in [-1, 1], and touches the frame is background. */
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
  const share = 1 / downscale ** 2
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / downscale) * columns
    for (let x = 0; x < width; x++, at++)
      if (outside[at] === 0) cells[row + Math.floor(x / downscale)]! += share
  }
  return cells
}

/** The things of a picture on white on another one of its size. */
export function standOn(picture: Planes, behind: Planes): Planes {
  if (behind === picture) return picture
  const outside = whiteFromFrame(picture)
  const data = picture.data.slice()
  for (let i = 0; i < data.length; i += outside.length)
    for (let at = 0; at < outside.length; at++)
      if (outside[at] === 1) data[i + at] = behind.data[i + at]!
  return { ...picture, data }
}

/** A place without anything in it. */
export function paintBackground(
  { width, height }: PictureSize,
  { upper, lower, horizon, lean = 0 }: NamedBackground,
): Planes {
  const area = width * height
  const data = new Float32Array(3 * area)
  for (let at = 0; at < area; at++) {
    const x = (at % width) / width
    const y = Math.floor(at / width) / height
    const between = 0.5 + (y - 0.5 + lean * (x - 0.5)) / (1 + Math.abs(lean))
    const part = horizon === null ? between : Number(y > horizon)
    for (let plane = 0; plane < 3; plane++) {
      data[plane * area + at] = 2 * (upper[plane]! * (1 - part) + lower[plane]! * part) - 1
    }
  }
  return { data, width, height }
}

/** With the edge of the things. */
function whiteFromFrame(picture: Planes): Uint8Array {
  const { width } = picture
  const outside = reachedFromFrame(picture)
  // The edge of a thing is half white: on another colour it would be a rim of light.
  const wider = outside.slice()
  for (let at = 0; at < outside.length; at++)
    if (outside[at] === 1) {
      wider[at - 1] = 1
      wider[at + 1] = 1
      wider[at - width] = 1
      wider[at + width] = 1
    }
  return wider
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
    const row = Math.floor(at / width)
    const column = at % width
    const place = Math.floor((row * edge) / height) * edge + Math.floor((column * edge) / width)
    return own?.[place] === 1
  }
  const even = data.slice()
  for (let at = 0; at < area; at++) {
    if (outside[at] === 0) continue
    const isThing = own !== null && isOwn(at)
    for (let i = at; i < even.length; i += area)
      even[i] = isThing ? Math.min(1, even[i]!) - OFF_WHITE : 1
  }
  return { data: even, width, height }
}

/** 1 for what white reaches from the frame, 0 for the things. */
export function reachedFromFrame({ data, width, height }: Planes, white = LIGHT): Uint8Array {
  const area = width * height
  const outside = new Uint8Array(area)
  /** What is reached and not yet gone on from; each pixel once. */
  const open = new Int32Array(area)
  let count = 0
  const visit = (at: number): void => {
    if (outside[at] === 1 || data[at]! <= white) return
    if (data[at + area]! <= white || data[at + 2 * area]! <= white) return
    outside[at] = 1
    open[count++] = at
  }
  for (let x = 0; x < width; x++) {
    visit(x)
    visit(area - width + x)
  }
  for (let at = 0; at < area; at += width) {
    visit(at)
    visit(at + width - 1)
  }
  while (count > 0) {
    const at = open[--count]!
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at < area - width) visit(at + width)
  }
  return outside
}
