import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { DrawingPlan } from './drawing-plan.ts'
import type { PictureEnd } from './model-companion.ts'
import type { Planes } from './networks.ts'
import type { PictureSize } from './picture-size.ts'
import { onWhite } from './source/frame.ts'
import type { Pixels } from './source/read-source.ts'
import { blendRegion } from './source/repaint.ts'

/** An encoded PNG. */
export interface FinishedPicture extends PictureSize {
  data: Uint8Array
}

/**
 * Scales a drawn picture of values 0 to 255 to its size, puts it into the source it belongs to and encodes it.
 *
 * @param end what it becomes at that size
 */
export async function finishPicture(
  drawn: Planes,
  plan: DrawingPlan,
  { finish, cutOut }: PictureEnd = {},
): Promise<FinishedPicture> {
  const { width, height } = plan.size
  const drawnScaled = sharp(toRgb(drawn), {
    raw: { width: drawn.width, height: drawn.height, channels: 3 },
  }).resize(width, height, { fit: 'cover', kernel: 'lanczos3' })
  const scaled = finish
    ? sharp(await finish(await drawnScaled.raw().toBuffer(), plan.size), {
        raw: { width, height, channels: 3 },
      })
    : drawnScaled
  if (cutOut) {
    const data = await cutOut(await scaled.raw().toBuffer(), plan.size)
    return encodePixels({ data, width, height })
  }
  const repaint = plan.start?.repaint
  if (!repaint) return { data: await toPng(scaled), width, height }
  return encodePixels(blendRegion(repaint, await scaled.raw().toBuffer()))
}

/** The source as it is, for a request that leaves nothing of it to be drawn. */
export async function finishSource({ start, size }: DrawingPlan): Promise<FinishedPicture> {
  const { pixels, region, repaint } = start!
  if (repaint) return encodePixels(pixels)
  const scaled = sharp(onWhite(pixels, region), {
    raw: { width: region.width, height: region.height, channels: 3 },
  }).resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
  return { data: await toPng(scaled), width: size.width, height: size.height }
}

/** From [-1, 1], as decoders answer, to 0 to 255. */
export function toPixelRange({ data: values, width, height }: Planes): Planes {
  const data = new Float32Array(values.length)
  for (let i = 0; i < data.length; i++)
    data[i] = Math.min(255, Math.max(0, (values[i]! + 1) * 127.5))
  return { data, width, height }
}

/**
 * Whether a decoded picture is none: numbers that overflowed, one colour all over, or nothing but black.
 *
 * @param fromNoise a source may be black itself
 */
export function isBroken({ data }: Planes, fromNoise: boolean): boolean {
  let [least, most] = [Infinity, -Infinity]
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!
    if (!Number.isFinite(value)) return true
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return (fromNoise && most < BLACK) || most - least < LEAST_CONTRAST
}

/** 2 of 255, as decoders answer. */
const BLACK = 2 / 127.5 - 1
const LEAST_CONTRAST = 1e-4

/** Values 0 to 255, three a pixel. */
export function toRgb({ data, width, height }: Planes): Uint8Array {
  const area = width * height
  const pixels = new Uint8ClampedArray(3 * area)
  for (let from = 0, to = 0; from < area; from++) {
    pixels[to++] = data[from]!
    pixels[to++] = data[from + area]!
    pixels[to++] = data[from + 2 * area]!
  }
  return new Uint8Array(pixels.buffer)
}

async function encodePixels({ data, width, height }: Pixels): Promise<FinishedPicture> {
  let opaque = true
  for (let at = 3; at < data.length; at += 4) opaque &&= data[at] === 255
  const image = sharp(data, { raw: { width, height, channels: 4 } })
  return { data: await toPng(opaque ? image.removeAlpha() : image), width, height }
}

function toPng(image: Sharp): Promise<Uint8Array> {
  return image.png({ compressionLevel: 6 }).toBuffer()
}
