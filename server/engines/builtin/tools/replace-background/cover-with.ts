import sharp from 'sharp'
import type { ReplaceBackgroundRequest } from '../../../spec/index.ts'
import { MOST_PIXELS } from '../limits.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** A background of a picture's size: a colour, or another picture scaled to cover it and cut in the middle. */
export async function coverWith(
  background: ReplaceBackgroundRequest['background'],
  { width, height }: RgbPicture,
): Promise<RgbPicture> {
  if (!(background instanceof Uint8Array)) {
    const { red, green, blue } = background
    const data = new Uint8Array(3 * width * height)
    for (let i = 0; i < data.length; i += 3) data.set([red, green, blue], i)
    return { data, width, height }
  }
  const own = await decodePicture(background, MOST_PIXELS)
  const raw = { width: own.width, height: own.height, channels: 3 as const }
  const data = await sharp(own.data, { raw })
    .resize(width, height, { fit: 'cover' })
    .raw()
    .toBuffer()
  return { data, width, height }
}
