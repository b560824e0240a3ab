import sharp from 'sharp'
import { EngineError } from '../../../spec/index.ts'
import type { RgbPicture } from './rgb-picture.ts'

/** A picture as tools work on it. */
export interface DecodedPicture extends RgbPicture {
  /** 0 to 255 for each pixel; null where all is opaque. */
  opacity: Uint8Array | null
}

/** Colours and opacity of an encoded picture, upright and in sRGB. Throws EngineError `unsupported`. */
export async function decodePicture(image: Uint8Array, maxPixels: number): Promise<DecodedPicture> {
  try {
    const upright = sharp(image, { limitInputPixels: maxPixels }).autoOrient().toColourspace('srgb')
    const { data, info } = await upright.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const colours = new Uint8Array(3 * width * height)
    const opacity = new Uint8Array(width * height)
    for (let pixel = 0; pixel < opacity.length; pixel++) {
      colours[3 * pixel] = data[4 * pixel]!
      colours[3 * pixel + 1] = data[4 * pixel + 1]!
      colours[3 * pixel + 2] = data[4 * pixel + 2]!
      opacity[pixel] = data[4 * pixel + 3]!
    }
    return {
      data: colours,
      width,
      height,
      opacity: opacity.every((value) => value === 255) ? null : opacity,
    }
  } catch (error) {
    throw new EngineError('unsupported', `The image cannot be read: ${String(error)}`, {
      retryable: false,
      userMessage: 'This image cannot be read.',
      cause: error,
    })
  }
}

/** A PNG; quickly written, for the file is read again more often than it is sent. */
export async function encodePicture(
  picture: RgbPicture,
  opacity: Uint8Array | null,
): Promise<Buffer> {
  const { data, width, height } = picture
  const raw = { width, height, channels: 3 as const }
  if (!opacity) return sharp(data, { raw }).png({ compressionLevel: 3 }).toBuffer()
  const joined = new Uint8Array(4 * width * height)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    joined[4 * pixel] = data[3 * pixel]!
    joined[4 * pixel + 1] = data[3 * pixel + 1]!
    joined[4 * pixel + 2] = data[3 * pixel + 2]!
    joined[4 * pixel + 3] = opacity[pixel]!
  }
  return sharp(joined, { raw: { ...raw, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
}
