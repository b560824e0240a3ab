import sharp from 'sharp'
import type { OutputFrame } from '#lib/engine-spec/index.ts'
import type { CutOut } from './cut-out.ts'

/**
 * Puts what was cut out into a frame of its own size, as large as it fits, on nothing.
 *
 * @param stands whether it goes on below the image: then it stands on the lower side, where nobody sees that it is cut off
 */
export async function fitInto(
  { picture, opacity }: CutOut,
  { width, height, margin }: OutputFrame,
  stands: boolean,
): Promise<CutOut> {
  const room = margin * Math.min(width, height)
  const scale = Math.min(
    (width - 2 * room) / picture.width,
    (height - (stands ? 1 : 2) * room) / picture.height,
  )
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
  const left = Math.round((width - size.width) / 2)
  const top = stands ? height - size.height : Math.round((height - size.height) / 2)
  const framed = await sharp(joinOpacity(picture.data, opacity), {
    raw: { width: picture.width, height: picture.height, channels: 4 },
  })
    .resize(size.width, size.height, { fit: 'fill' })
    .extend({
      left,
      top,
      right: width - size.width - left,
      bottom: height - size.height - top,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .raw()
    .toBuffer()
  const data = new Uint8Array(3 * width * height)
  const alpha = new Uint8Array(width * height)
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    for (let c = 0; c < 3; c++) data[3 * pixel + c] = framed[4 * pixel + c]!
    alpha[pixel] = framed[4 * pixel + 3]!
  }
  return { picture: { data, width, height }, opacity: alpha }
}

/** In one file, so that hidden colours do not come into the edges when it is scaled. */
function joinOpacity(data: Uint8Array, opacity: Uint8Array): Uint8Array {
  const joined = new Uint8Array(4 * opacity.length)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    for (let c = 0; c < 3; c++) joined[4 * pixel + c] = data[3 * pixel + c]!
    joined[4 * pixel + 3] = opacity[pixel]!
  }
  return joined
}
