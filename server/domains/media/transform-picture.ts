import sharp, { type Sharp } from 'sharp'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { VariantShape } from './variant-keys.ts'

/** Largest picture that is read, in pixels: above our largest upscale (64 MP). */
const MAX_INPUT_PIXELS = 100_000_000
/** 0-6; above 3 it takes much longer for files that are hardly smaller. */
const WEBP_EFFORT = 3
/** As sharp to the eye as the default (lanczos3), with two thirds of its work. */
const KERNEL = 'cubic'
/** JPEG has no transparency. */
const BACKDROP = '#ffffff'

const MAGIC: [offset: number, bytes: string][] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [8, 'WEBP'],
  [0, 'GIF8'],
]

/** By content, never by name; and never SVG, whose reader opens other files. */
function isPicture(data: Buffer): boolean {
  return MAGIC.some(
    ([offset, bytes]) => data.toString('latin1', offset, offset + bytes.length) === bytes,
  )
}

/** The largest box of the wanted shape that fits into the picture, so that nothing is enlarged. */
async function fittingBox(
  picture: Sharp,
  { width, height }: VariantShape,
): Promise<{ width: number; height: number }> {
  const { autoOrient: original } = await picture.metadata()
  const scale = Math.min(1, original.width / width, original.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

function encode(picture: Sharp, { type, quality }: VariantShape): Sharp {
  if (type === 'png') return picture.png()
  if (type === 'webp') return picture.webp({ quality, effort: WEBP_EFFORT })
  return picture.flatten({ background: BACKDROP }).jpeg({ quality })
}

/**
 * Makes one variant: upright, cut to the shape if a height is asked for, never larger than the original,
 * without metadata (place, camera, prompt).
 * Throws `AppError` `invalid` naming `url` when the file is no picture that can be read.
 */
export async function transformPicture(data: Buffer, shape: VariantShape): Promise<Buffer> {
  if (!isPicture(data)) throw invalidField('url', 'Not a JPEG, PNG, WebP or GIF picture.')
  try {
    const picture = sharp(data, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' })
    const box = shape.height === 0 ? { width: shape.width } : await fittingBox(picture, shape)
    const resized = picture
      .autoOrient()
      .resize({ ...box, fit: 'cover', withoutEnlargement: true, kernel: KERNEL })
    const blurred = shape.sigma === null ? resized : resized.blur(shape.sigma)
    return await encode(blurred, shape).toBuffer()
  } catch (error) {
    throw new AppError('invalid', `The picture cannot be read: ${(error as Error).message}`, {
      fields: { url: ['The picture is damaged or too large.'] },
      cause: error,
    })
  }
}
