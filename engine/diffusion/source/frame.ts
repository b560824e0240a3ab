import sharp from 'sharp'
import type { Region } from '../enlarger/tiles.ts'
import type { LatentSize, Planes } from '../networks.ts'
import type { PictureSize } from '../picture-size.ts'
import type { Pixels } from './read-source.ts'

/** The picture of whole latent cells that is drawn, and where in it lies what is shown of it in the end. */
export interface Frame extends PictureSize {
  shown: Region
}

/** The frame of a picture that is enlarged to cover `size` and cropped in the middle. */
export function frameOf(latent: LatentSize, downscale: number, size: PictureSize): Frame {
  const [width, height] = [latent.width * downscale, latent.height * downscale]
  const scale = Math.max(size.width / width, size.height / height)
  const shown = {
    width: Math.max(1, Math.round(size.width / scale)),
    height: Math.max(1, Math.round(size.height / scale)),
  }
  const left = Math.floor((width - shown.width) / 2)
  const top = Math.floor((height - shown.height) / 2)
  return { width, height, shown: { ...shown, left, top } }
}

/** The greatest part of a picture in the aspect ratio of `size`, in its middle. */
export function middleOf(picture: PictureSize, size: PictureSize): Region {
  const scale = Math.min(picture.width / size.width, picture.height / size.height)
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const left = Math.floor((picture.width - width) / 2)
  const top = Math.floor((picture.height - height) / 2)
  return { left, top, width, height }
}

/** A region of a picture as it lies in a frame, in [-1, 1]; what the frame has beyond repeats its edges. */
export async function toFrame(pixels: Pixels, region: Region, frame: Frame): Promise<Planes> {
  const { width, height, shown } = frame
  const data = await sharp(onWhite(pixels, region), {
    raw: { width: region.width, height: region.height, channels: 3 },
  })
    .resize(shown.width, shown.height, { fit: 'fill', kernel: 'lanczos3' })
    .extend({
      left: shown.left,
      top: shown.top,
      right: width - shown.width - shown.left,
      bottom: height - shown.height - shown.top,
      extendWith: 'copy',
    })
    .raw()
    .toBuffer()
  const area = width * height
  const planes = new Float32Array(3 * area)
  for (let i = 0; i < area; i++)
    for (let plane = 0; plane < 3; plane++)
      planes[plane * area + i] = data[3 * i + plane]! / 127.5 - 1
  return { data: planes, width, height }
}

/** A region's red, green and blue, laid on white where it is transparent. */
export function onWhite({ data, width }: Pixels, region: Region): Uint8Array {
  const rgb = new Uint8Array(3 * region.width * region.height)
  let to = 0
  for (let y = region.top; y < region.top + region.height; y++) {
    let from = 4 * (y * width + region.left)
    for (let x = 0; x < region.width; x++, from += 4) {
      const opacity = data[from + 3]! / 255
      for (let channel = 0; channel < 3; channel++)
        rgb[to++] = Math.round(data[from + channel]! * opacity + 255 * (1 - opacity))
    }
  }
  return rgb
}
