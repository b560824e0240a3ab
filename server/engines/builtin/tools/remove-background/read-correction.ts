import sharp from 'sharp'
import { EngineError } from '../../../spec/index.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/**
 * A correction as grey values, one for each pixel of the picture; what is transparent in it is middle grey.
 * Throws EngineError `unsupported` if it has another size.
 */
export async function readCorrection(
  file: Uint8Array,
  { width, height }: Pick<RgbPicture, 'width' | 'height'>,
): Promise<Uint8Array> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: { r: UNTOUCHED, g: UNTOUCHED, b: UNTOUCHED } })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.width === width && info.height === height) return data
  const message = 'The correction must have the size of the image.'
  throw new EngineError('unsupported', message, { retryable: false, userMessage: message })
}

/** Grey that changes nothing; a little around it neither, for files that were compressed. */
const UNTOUCHED = 128
const TOLERANCE = 12

/** Towards all from middle grey to white, towards nothing from middle grey to black. */
export function correctOpacity(opacity: Uint8Array, correction: Uint8Array): void {
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const change = (correction[pixel]! - UNTOUCHED) / (255 - UNTOUCHED)
    if (Math.abs(correction[pixel]! - UNTOUCHED) <= TOLERANCE) continue
    const own = opacity[pixel]!
    const share = Math.min(1, Math.abs(change))
    opacity[pixel] = Math.round(own + share * ((change > 0 ? 255 : 0) - own))
  }
}
