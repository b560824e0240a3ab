import sharp from 'sharp'
import type { Region } from '../../diffusion/enlarger/tiles.ts'
import type { FinishPicture } from '../../diffusion/model-companion.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import type { Pixels } from '../../diffusion/source/read-source.ts'
import type { Spot } from './layout.ts'
import { evenFills } from '../looks/even-fills.ts'
import type { SubjectLook, SubjectPicture } from './read-subject.ts'

interface Place {
  /** What was drawn, before it was enlarged to cover the picture. */
  frame: PictureSize
  /** Part of the frame that the spot lies in. */
  room: Region
  spot: Spot
  look: SubjectLook
}

/** Edge at which a photo is brought to few colors. */
const FILLED_EDGE = 256
/** Width of a rim as a share of the photo's edge. */
const RIM = 0.018
const WHITE = 250

/** Lays the photo of a subject where it led the drawing, in the picture's own detail. */
export function laySubject(subject: SubjectPicture, place: Place): FinishPicture {
  return async (pixels, size) => {
    const { frame, room, spot, look } = place
    const scale = Math.max(size.width / frame.width, size.height / frame.height)
    const edge = Math.max(1, Math.round(scale * Math.min(room.width, room.height) * spot.scale))
    const cut = await withLook(subject.cut, look, edge)
    const half = (scale * Math.min(room.width, room.height)) / 2
    const left = (size.width - scale * frame.width) / 2 + scale * (room.left + room.width / 2)
    const top = (size.height - scale * frame.height) / 2 + scale * (room.top + room.height / 2)
    return blend(pixels, size, cut, {
      left: Math.round(left + half * spot.x - edge / 2),
      top: Math.round(top + half * spot.y - edge / 2),
    })
  }
}

function blend(
  pixels: Uint8Array,
  { width, height }: PictureSize,
  cut: Pixels,
  { left, top }: { left: number; top: number },
): Uint8Array {
  const laid = pixels.slice()
  for (let y = Math.max(0, -top); y < Math.min(cut.height, height - top); y++)
    for (let x = Math.max(0, -left); x < Math.min(cut.width, width - left); x++) {
      const from = 4 * (y * cut.width + x)
      const opacity = cut.data[from + 3]! / 255
      if (opacity === 0) continue
      const to = 3 * ((y + top) * width + x + left)
      for (let c = 0; c < 3; c++)
        laid[to + c] = Math.round(laid[to + c]! + opacity * (cut.data[from + c]! - laid[to + c]!))
    }
  return laid
}

async function withLook(cut: Pixels, { fills, rim }: SubjectLook, edge: number): Promise<Pixels> {
  const filled = fills ? await inFewColours(cut, fills) : cut
  const fitted = await scaled(filled, edge)
  return rim ? withRim(fitted) : fitted
}

async function scaled({ data, width, height }: Pixels, edge: number): Promise<Pixels> {
  const pixels = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(edge, edge, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer()
  return { data: pixels, width: edge, height: edge }
}

/** As cut from paper, with soft edges between the colors. */
async function inFewColours(
  cut: Pixels,
  fills: NonNullable<SubjectLook['fills']>,
): Promise<Pixels> {
  const small = await scaled(cut, FILLED_EDGE)
  const area = FILLED_EDGE ** 2
  const data = new Float32Array(3 * area).fill(1)
  for (let at = 0; at < area; at++)
    if (small.data[4 * at + 3]! > 127)
      for (let c = 0; c < 3; c++)
        data[c * area + at] = Math.min(0.88, small.data[4 * at + c]! / 127.5 - 1)
  const even = evenFills({ data, width: FILLED_EDGE, height: FILLED_EDGE }, fills)
  const filled = small.data.slice()
  for (let at = 0; at < area; at++)
    if (small.data[4 * at + 3]! > 127)
      for (let c = 0; c < 3; c++)
        filled[4 * at + c] = Math.max(0, Math.min(255, (even.data[c * area + at]! + 1) * 127.5))
  return scaled({ ...small, data: filled }, Math.max(cut.width, cut.height))
}

async function withRim(cut: Pixels): Promise<Pixels> {
  const { width, height } = cut
  const raw = { width, height, channels: 1 as const }
  const opacity = Buffer.from(
    Uint8Array.from({ length: width * height }, (_, i) => cut.data[4 * i + 3]!),
  )
  const reach = Math.max(2, RIM * width)
  const wide = await sharp(opacity, { raw })
    .blur(reach)
    .linear(9, -60)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const data = new Uint8Array(cut.data.length)
  for (let at = 0; at < width * height; at++) {
    const own = cut.data[4 * at + 3]! / 255
    for (let c = 0; c < 3; c++)
      data[4 * at + c] = Math.round(WHITE + own * (cut.data[4 * at + c]! - WHITE))
    data[4 * at + 3] = Math.max(wide[at]!, cut.data[4 * at + 3]!)
  }
  return { data, width, height }
}
