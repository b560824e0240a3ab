import sharp from 'sharp'
import type { Planes } from './networks.ts'
import type { PictureSize } from './picture-size.ts'

/** Scales a picture of values 0 to 255 to cover `size`, crops what is over on both sides alike and encodes it as PNG. */
export async function encodePng(picture: Planes, size: PictureSize): Promise<Uint8Array> {
  const { width, height } = picture
  return sharp(interleave(picture), { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'cover', kernel: 'lanczos3' })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** From [-1, 1], as decoders answer, to 0 to 255. */
export function toPixelRange(picture: Planes): Planes {
  const data = picture.data.map((value) => Math.min(255, Math.max(0, (value + 1) * 127.5)))
  return { ...picture, data }
}

function interleave({ data, width, height }: Planes): Uint8Array {
  const area = width * height
  const pixels = new Uint8ClampedArray(3 * area)
  for (let i = 0; i < area; i++)
    for (let plane = 0; plane < 3; plane++) pixels[3 * i + plane] = data[plane * area + i]!
  return new Uint8Array(pixels.buffer)
}
