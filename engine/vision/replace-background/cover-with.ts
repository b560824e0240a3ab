import sharp from 'sharp'
import type { Background, Colour } from '#lib/engine-spec/index.ts'
import { MOST_PIXELS } from '../limits.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** A background of a picture's size. */
export async function coverWith(
  background: Background,
  size: Pick<RgbPicture, 'width' | 'height'>,
): Promise<RgbPicture> {
  if (background instanceof Uint8Array) return coverWithPicture(background, size)
  if ('from' in background) return fillGradually(background, size)
  return fillGradually({ from: background, to: background, angle: 0 }, size)
}

async function coverWithPicture(
  file: Uint8Array,
  { width, height }: Pick<RgbPicture, 'width' | 'height'>,
): Promise<RgbPicture> {
  const own = await decodePicture(file, MOST_PIXELS)
  const raw = { width: own.width, height: own.height, channels: 3 as const }
  const data = await sharp(own.data, { raw })
    .resize(width, height, { fit: 'cover' })
    .raw()
    .toBuffer()
  return { data, width, height }
}

/** The colours are pure in the corners that lie farthest along the angle, as a CSS `linear-gradient` draws it. */
function fillGradually(
  { from, to, angle }: { from: Colour; to: Colour; angle: number },
  { width, height }: Pick<RgbPicture, 'width' | 'height'>,
): RgbPicture {
  const turn = (angle * Math.PI) / 180
  const [right, down] = [Math.sin(turn), -Math.cos(turn)]
  const length = Math.abs(width * right) + Math.abs(height * down)
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const along = (x + 0.5 - width / 2) * right + (y + 0.5 - height / 2) * down
      const share = Math.min(1, Math.max(0, along / length + 0.5))
      const at = 3 * (y * width + x)
      data[at] = Math.round(from.red + share * (to.red - from.red))
      data[at + 1] = Math.round(from.green + share * (to.green - from.green))
      data[at + 2] = Math.round(from.blue + share * (to.blue - from.blue))
    }
  return { data, width, height }
}
