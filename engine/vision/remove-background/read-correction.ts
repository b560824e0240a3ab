import { readGrey } from '../pictures/read-grey.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** A correction as grey values; what is transparent in it is middle grey. */
export const readCorrection = (
  file: Uint8Array,
  size: Pick<RgbPicture, 'width' | 'height'>,
): Promise<Uint8Array> => readGrey(file, size, 'correction', UNTOUCHED)

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
