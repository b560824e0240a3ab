import { boxBlur } from '../pictures/box-blur.ts'
import { cutSquare, type RgbPicture } from '../pictures/rgb-picture.ts'
import type { Face } from './face.ts'
import { measureBlocks } from './measure-blocks.ts'

/** A face is looked at in this size at most, pixels: fixing draws it from half as many. */
const SEEN = 256
/** Too few pixels to tell. */
const LEAST = 24
/** How strong the finest detail of a sharp face is at least, as a part of the next coarser. */
const FINEST = 0.52
/** How much stronger the finest detail is at eyes, brows and lips than usual: in noise it is everywhere. */
const GATHERED = 2.9
/** From here on the blocks of strong compression are seen, which have fine edges of their own. */
const BLOCKS = 1.7

/**
 * Whether a face shows its finest detail as a camera does that is in focus: redrawn from a smaller copy it would lose
 * some. False for what is blurred or enlarged, for noise and for blocks of strong compression.
 */
export function isSharp(picture: RgbPicture, face: Pick<Face, 'box'>): boolean {
  const { finest, next } = detailOf(picture, face)
  if (finest.strong <= FINEST * next.strong) return false
  const gathered = finest.strong / Math.max(0.1, finest.usual)
  return gathered > GATHERED && measureBlocks(picture, face.box) < BLOCKS
}

/** How strong details are, 0 to 255: the strongest twentieth, and the one in the middle. */
interface Strength {
  strong: number
  usual: number
}

function detailOf(
  picture: RgbPicture,
  { box }: Pick<Face, 'box'>,
): { finest: Strength; next: Strength } {
  const edge = Math.round(Math.max(box.width, box.height))
  const size = Math.min(SEEN, edge)
  if (size < LEAST) return { finest: NONE, next: NONE }
  const corner = {
    dx: Math.round(box.x + (box.width - edge) / 2),
    dy: Math.round(box.y + (box.height - edge) / 2),
  }
  const pixels = cutSquare(picture, { a: edge / size, b: 0, ...corner }, size)
  // Rec. 601.
  const light = Float32Array.from(
    { length: size * size },
    (_, at) => 0.299 * pixels[3 * at]! + 0.587 * pixels[3 * at + 1]! + 0.114 * pixels[3 * at + 2]!,
  )
  const square = { width: size, height: size }
  const once = boxBlur(light, square, 1, 1)
  const twice = boxBlur(light, square, 2, 2)
  const [reach, middle] = [(0.45 * Math.min(box.width, box.height) * size) / edge, size / 2]
  const details: { finest: number[]; next: number[] } = { finest: [], next: [] }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (Math.hypot(x + 0.5 - middle, y + 0.5 - middle) > reach) continue
      const at = y * size + x
      details.finest.push(Math.abs(light[at]! - once[at]!))
      details.next.push(Math.abs(once[at]! - twice[at]!))
    }
  return { finest: strengthOf(details.finest), next: strengthOf(details.next) }
}

const NONE: Strength = { strong: 0, usual: 0 }

function strengthOf(details: readonly number[]): Strength {
  const sorted = Float32Array.from(details).toSorted()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { strong: at(0.95), usual: at(0.5) }
}
