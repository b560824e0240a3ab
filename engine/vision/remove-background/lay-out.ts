import sharp from 'sharp'
import type { Background, OutputFrame } from '#lib/engine-spec/index.ts'
import type { Box, RgbPicture } from '../pictures/rgb-picture.ts'
import { coverWith } from '../replace-background/cover-with.ts'
import type { CutOut } from './cut-out.ts'
import { fitInto } from './fit-into.ts'

export interface Layout {
  background?: Background | undefined
  shadow?: boolean | undefined
  crop?: boolean | undefined
  frame?: OutputFrame | undefined
}

/** A picture, and how opaque it is; null: everywhere. */
export interface LaidOut {
  picture: RgbPicture
  opacity: Uint8Array | null
}

/** How dark the shadow is at most, 0 to 1. */
const DARKNESS = 0.45
/** How far it falls downwards and how soft it is, as parts of the subject's shorter side. */
const FALL = 0.04
const SOFTNESS = 0.03
/** The shadow is blurred on a grid of at most so many cells along an edge. */
const GRID = 512
/** Fainter is nothing, of 255. */
const FAINTEST = 8
/** Room that is left around what is cropped, as a part of its longer side. */
const MARGIN = 0.02

/**
 * Puts a shadow and a background under what was cut out, and crops to it or fits it into a frame.
 * @returns null when there is nothing to crop to
 */
export async function layOut(
  cut: CutOut,
  { background, shadow, crop, frame }: Layout,
): Promise<LaidOut | null> {
  const { width, height } = cut.picture
  const subject = shadow || crop || frame ? boxOf(cut.opacity, width, height) : null
  if (!subject && (crop || frame)) return null
  const shade = shadow && subject ? await castShadow(cut, subject) : null
  const joined = shade ? joinShadow(cut, shade) : cut
  const seen = crop || frame ? boxOf(joined.opacity, width, height) : null
  const laid = seen ? await frameTo(joined, seen, frame) : joined
  if (!background) return laid
  return { picture: layOver(laid, await coverWith(background, laid.picture)), opacity: null }
}

/** Around all that is more than faint; null when nothing is. */
function boxOf(opacity: Uint8Array, width: number, height: number): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (opacity[y * width + x]! < FAINTEST) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Darkness of the shadow for each pixel, 0 to 255: the subject's shape, lower and blurred. */
async function castShadow(
  { picture: { width, height }, opacity }: CutOut,
  subject: Box,
): Promise<Uint8Array> {
  const edge = Math.min(subject.width, subject.height)
  const scale = Math.min(1, GRID / Math.max(width, height))
  const grid = { width: Math.max(1, Math.round(width * scale)), height: 0 }
  grid.height = Math.max(1, Math.round(height * scale))
  const small = await sharp(opacity, { raw: { width, height, channels: 1 } })
    .resize(grid.width, grid.height, { fit: 'fill' })
    .blur(Math.max(0.5, SOFTNESS * edge * scale))
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const blurred = await sharp(small, { raw: { ...grid, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const fall = Math.round(FALL * edge)
  const shade = new Uint8Array(width * height)
  for (let at = fall * width; at < shade.length; at++)
    shade[at] = Math.round(DARKNESS * blurred[at - fall * width]!)
  return shade
}

/** Black under the subject, as seen through both. */
function joinShadow({ picture, opacity }: CutOut, shade: Uint8Array): CutOut {
  const data = new Uint8Array(picture.data.length)
  const joined = new Uint8Array(opacity.length)
  for (let pixel = 0; pixel < joined.length; pixel++) {
    const own = opacity[pixel]! / 255
    const all = own + (shade[pixel]! / 255) * (1 - own)
    joined[pixel] = Math.round(255 * all)
    const share = all > 0 ? own / all : 0
    for (let c = 0; c < 3; c++)
      data[3 * pixel + c] = Math.round(share * picture.data[3 * pixel + c]!)
  }
  return { picture: { ...picture, data }, opacity: joined }
}

async function frameTo(cut: CutOut, seen: Box, frame: OutputFrame | undefined): Promise<CutOut> {
  const { width, height } = cut.picture
  if (!frame) return cropTo(cut, withMargin(seen, width, height))
  return fitInto(await cropTo(cut, seen), frame, seen.y + seen.height === height)
}

function withMargin(box: Box, width: number, height: number): Box {
  const margin = Math.round(MARGIN * Math.max(box.width, box.height))
  const [x, y] = [Math.max(0, box.x - margin), Math.max(0, box.y - margin)]
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + margin) - x,
    height: Math.min(height, box.y + box.height + margin) - y,
  }
}

async function cropTo({ picture, opacity }: CutOut, box: Box): Promise<CutOut> {
  const size = { width: picture.width, height: picture.height }
  const region = { left: box.x, top: box.y, width: box.width, height: box.height }
  const data = await sharp(picture.data, { raw: { ...size, channels: 3 } })
    .extract(region)
    .raw()
    .toBuffer()
  const alpha = await sharp(opacity, { raw: { ...size, channels: 1 } })
    .extract(region)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { picture: { data, width: box.width, height: box.height }, opacity: alpha }
}

function layOver({ picture, opacity }: CutOut, background: RgbPicture): RgbPicture {
  const data = new Uint8Array(picture.data.length)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const share = opacity[pixel]! / 255
    for (let c = 3 * pixel; c < 3 * pixel + 3; c++)
      data[c] = Math.round(picture.data[c]! * share + background.data[c]! * (1 - share))
  }
  return { ...picture, data }
}
