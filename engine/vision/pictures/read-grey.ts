import sharp from 'sharp'
import type { RgbPicture } from './rgb-picture.ts'
import { reason, unsupported } from '../../reason.ts'

/**
 * A painted layer as grey values, one for each pixel of the picture that it was painted for.
 * Throws EngineError `unsupported` if it has another size.
 *
 * @param what it is called in the error
 * @param transparent the grey of what is transparent in it
 */
export async function readGrey(
  file: Uint8Array,
  { width, height }: Pick<RgbPicture, 'width' | 'height'>,
  what: string,
  transparent: number,
): Promise<Uint8Array> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: { r: transparent, g: transparent, b: transparent } })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.width === width && info.height === height) return data
  throw unsupported(reason('engines.layerSize', { layer: what }))
}
