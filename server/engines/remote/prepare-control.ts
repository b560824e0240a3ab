import sharp, { type ResizeOptions } from 'sharp'
import { inEnglish, t } from '#server/texts/index.ts'
import { EngineError, type ImageControl } from '../spec/index.ts'
import type { Size } from './check-image.ts'

const MOST_PIXELS = 100_000_000

/** Pixels on the longer side of an image whose edges, depth or poses are only shown. */
const SHOWN_EDGE = 1024

/**
 * Makes the image that leads a drawing ready for a server: it covers the output and is cropped in the middle, so that what
 * it shows lies where it will be drawn.
 * @returns PNG of `size`
 * @throws EngineError `unsupported` if the file is no picture
 */
export async function prepareControl(
  { image }: Pick<ImageControl, 'image'>,
  size: Size,
): Promise<Uint8Array> {
  return toPng(image, { ...size, fit: 'cover', kernel: 'lanczos3' })
}

/** The whole image as a PNG of at most 1024 pixels on a side, to be looked at. Throws as above. */
export const prepareShownControl = ({ image }: Pick<ImageControl, 'image'>): Promise<Uint8Array> =>
  toPng(image, { width: SHOWN_EDGE, height: SHOWN_EDGE, fit: 'inside', withoutEnlargement: true })

async function toPng(image: Uint8Array, size: ResizeOptions): Promise<Uint8Array> {
  try {
    return await sharp(image, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .resize(size)
      .png()
      .toBuffer()
  } catch (error) {
    const text = t('engines.controlNotRead')
    throw new EngineError('unsupported', inEnglish(text), {
      retryable: false,
      userMessage: text,
      cause: error,
    })
  }
}
