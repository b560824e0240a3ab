import sharp, { type Sharp } from 'sharp'
import { EngineError } from '#lib/engine-spec/index.ts'
import type { RgbPicture } from './rgb-picture.ts'
import { reason } from '../../reason.ts'

/** Levels of zlib, of nine. What is transparent has no colours, so the lowest level packs it well. */
const COMPRESSION = { opaque: 3, transparent: 1 } as const

/** A picture as tools work on it. */
export interface DecodedPicture extends RgbPicture {
  /** 0 to 255 for each pixel; null where all is opaque. */
  opacity: Uint8Array | null
}

/** Colours and opacity of an encoded picture, upright and in sRGB. Throws EngineError `unsupported`. */
export async function decodePicture(image: Uint8Array, maxPixels: number): Promise<DecodedPicture> {
  try {
    const upright = sharp(image, { limitInputPixels: maxPixels }).autoOrient().toColourspace('srgb')
    const { hasAlpha } = await sharp(image, { limitInputPixels: maxPixels }).metadata()
    if (hasAlpha) return await splitOpacity(upright)
    const { data, info } = await upright.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, opacity: null }
  } catch (error) {
    throw new EngineError('unsupported', `The image cannot be read: ${String(error)}`, {
      retryable: false,
      userMessage: reason('engines.imageNotRead'),
      cause: error,
    })
  }
}

async function splitOpacity(picture: Sharp): Promise<DecodedPicture> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const colours = new Uint8Array(3 * width * height)
  const opacity = new Uint8Array(width * height)
  let isOpaque = true
  for (let pixel = 0, from = 0, to = 0; pixel < opacity.length; pixel++) {
    colours[to++] = data[from++]!
    colours[to++] = data[from++]!
    colours[to++] = data[from++]!
    const own = data[from++]!
    opacity[pixel] = own
    if (own < 255) isOpaque = false
  }
  return { data: colours, width, height, opacity: isOpaque ? null : opacity }
}

/**
 * A PNG; quickly written, for the file is read again more often than it is sent. Colours that nobody sees are left out of
 * it: a background that was removed is gone.
 */
export async function encodePicture(
  { data, width, height }: RgbPicture,
  opacity: Uint8Array | null,
): Promise<Buffer> {
  const size = { width, height }
  if (opacity) clearHidden(data, opacity)
  const colours = sharp(data, { raw: { ...size, channels: 3 } })
  const whole = opacity
    ? colours.joinChannel(Buffer.from(opacity.buffer, opacity.byteOffset, opacity.length), {
        raw: { ...size, channels: 1 },
      })
    : colours
  return whole
    .png({ compressionLevel: opacity ? COMPRESSION.transparent : COMPRESSION.opaque })
    .toBuffer()
}

function clearHidden(colours: Uint8Array, opacity: Uint8Array): void {
  for (let first = opacity.indexOf(0); first >= 0;) {
    let end = first + 1
    while (opacity[end] === 0) end++
    colours.fill(0, 3 * first, 3 * end)
    first = opacity.indexOf(0, end)
  }
}
