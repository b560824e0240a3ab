import type { PictureSize } from '../../diffusion/picture-size.ts'
import { distances } from '../../diffusion/source/distance.ts'

/** What is lighter than this in all three channels, 0 to 255, and touches the frame is ground: decoded white is not even. */
const GROUND = 236
/** Pixels of the shorter edge that the soft edge of a thing takes for each of its pixels. */
const SOFT = 512
/** Width of the border of a sticker, and how far its shadow reaches beyond, as shares of the shorter edge. */
const BORDER = 0.026
const SHADOW = 0.012
const DARKEST = 0.3

/**
 * The things of a picture on white, on a transparent ground. Their edges are half white in the picture: they are made half
 * transparent, in the colour that is next to them within.
 *
 * @param pixels red, green and blue of each
 * @returns with alpha
 */
export function cutOut(pixels: Uint8Array, size: PictureSize): Uint8Array {
  const ground = groundFromFrame(pixels, size)
  const soft = softness(size)
  const away = distances(ground, size)
  const alpha = Float32Array.from(away, (far) => Math.min(1, Math.max(0, (far - soft) / soft)))
  const colours = withColoursFromWithin(pixels, away, 3 * soft, size)
  const result = new Uint8Array(4 * away.length)
  for (let at = 0; at < away.length; at++) {
    for (let c = 0; c < 3; c++) result[4 * at + c] = colours[3 * at + c]!
    result[4 * at + 3] = Math.round(255 * alpha[at]!)
  }
  return result
}

/** Things on a transparent ground with a white border around them, and its shadow. */
export function toSticker(alone: Uint8Array, size: PictureSize): Uint8Array {
  const edge = Math.min(size.width, size.height)
  const [border, reach] = [BORDER * edge, SHADOW * edge]
  const area = size.width * size.height
  const away = distances(
    Uint8Array.from({ length: area }, (_, at) => Number(alone[4 * at + 3]! > 127)),
    size,
  )
  const result = new Uint8Array(4 * area)
  for (let at = 0; at < area; at++) {
    const own = alone[4 * at + 3]! / 255
    const far = away[at]! - border
    const white = Math.min(1, Math.max(0, 0.5 - far))
    const shadow = DARKEST * Math.max(0, 1 - Math.max(0, far) / reach) ** 2
    const alpha = white + (1 - white) * shadow
    result[4 * at + 3] = Math.round(255 * alpha)
    const light = alpha === 0 ? 0 : (255 * white) / alpha
    for (let c = 0; c < 3; c++)
      result[4 * at + c] = Math.round(own * alone[4 * at + c]! + (1 - own) * light)
  }
  return result
}

const softness = ({ width, height }: PictureSize): number =>
  Math.max(1, Math.min(width, height) / SOFT)

/** 1 for what white reaches from the frame. */
function groundFromFrame(pixels: Uint8Array, { width, height }: PictureSize): Uint8Array {
  const area = width * height
  const ground = new Uint8Array(area)
  const open: number[] = []
  const visit = (at: number): void => {
    if (ground[at] === 1) return
    if (Math.min(pixels[3 * at]!, pixels[3 * at + 1]!, pixels[3 * at + 2]!) < GROUND) return
    ground[at] = 1
    open.push(at)
  }
  for (let x = 0; x < width; x++) {
    visit(x)
    visit(area - width + x)
  }
  for (let at = 0; at < area; at += width) {
    visit(at)
    visit(at + width - 1)
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at < area - width) visit(at + width)
  }
  return ground
}

/** Gives pixels that are less than `depth` within a thing the colour of their neighbours further within, ring by ring. */
function withColoursFromWithin(
  pixels: Uint8Array,
  away: Float32Array,
  depth: number,
  { width, height }: PictureSize,
): Uint8Array {
  const colours = pixels.slice()
  const rim: number[] = []
  for (let at = 0; at < away.length; at++)
    if (away[at]! > 0 && away[at]! <= depth && away[at]! !== Infinity) rim.push(at)
  rim.sort((a, b) => away[b]! - away[a]!)
  for (const at of rim) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const sums = [0, 0, 0]
    let count = 0
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const beside = row * width + column
        if (away[beside]! <= away[at]!) continue
        count++
        for (let c = 0; c < 3; c++) sums[c]! += colours[3 * beside + c]!
      }
    if (count > 0) for (let c = 0; c < 3; c++) colours[3 * at + c] = sums[c]! / count
  }
  return colours
}
