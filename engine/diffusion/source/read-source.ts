import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { EngineError } from '#lib/engine-spec/index.ts'
import { reasonOf } from '../../model-files.ts'
import type { PictureSize } from '../picture-size.ts'
import { reason, unsupported } from '../../reason.ts'

/** A picture as 8-bit values, four a pixel: red, green, blue, opacity. */
export interface Pixels extends PictureSize {
  data: Uint8Array
}

const MOST_PIXELS = 100_000_000

/** @throws EngineError `unsupported` if the file is no picture */
export async function readPicture(file: Uint8Array): Promise<Pixels> {
  return decode(file, 'image', (image) => image.toColourspace('srgb').ensureAlpha())
}

/**
 * One value a pixel: 1 where the mask is lighter than middle grey, else 0. What is transparent is black.
 *
 * @throws EngineError `unsupported` if the file is no picture, or of another size
 */
export async function readMask(file: Uint8Array, size: PictureSize): Promise<Uint8Array> {
  const mask = await decode(file, 'mask', (image) =>
    image.flatten({ background: 'black' }).toColourspace('b-w').removeAlpha(),
  )
  if (mask.width !== size.width || mask.height !== size.height)
    throw unsupported(
      reason('engines.maskSize', {
        width: mask.width,
        height: mask.height,
        otherWidth: size.width,
        otherHeight: size.height,
      }),
    )
  return mask.data.map((value) => (value > 127 ? 1 : 0))
}

async function decode(
  file: Uint8Array,
  what: 'image' | 'mask',
  prepare: (image: Sharp) => Sharp,
): Promise<Pixels> {
  try {
    const upright = sharp(file, { limitInputPixels: MOST_PIXELS }).autoOrient()
    const { data, info } = await prepare(upright)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw new EngineError('unsupported', `The ${what} cannot be read: ${reasonOf(error)}`, {
      retryable: false,
      userMessage: reason('engines.sourceNotRead', { what }),
      cause: error,
    })
  }
}
