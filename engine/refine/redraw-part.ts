import sharp from 'sharp'
import type { ImageModel, Redrawing } from '#lib/engine-spec/index.ts'
import type { Box, RgbPicture } from '../vision/pictures/rgb-picture.ts'
import type { Chain } from './chain.ts'
import { keepTones } from './keep-tones.ts'

interface Options {
  redrawing: Redrawing
  model: ImageModel
  /** Longer edge in which the part is drawn, pixels. */
  edge: number
  onFraction(fraction: number): void
}

/**
 * Draws over a part of a picture in a size that the model draws.
 * @returns the part's pixels as in {@link RgbPicture}; the picture itself stays as it is
 */
export async function redrawPart(
  chain: Chain,
  picture: RgbPicture,
  box: Box,
  { redrawing: { strength, ...how }, model, edge, onFraction }: Options,
): Promise<Uint8Array> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const }
  const part = await sharp(picture.data, { raw })
    .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
    .raw()
    .toBuffer()
  const size = fitSize(box, edge, model.sizes)
  const own = { width: box.width, height: box.height, channels: 3 as const }
  const source = await sharp(part, { raw: own })
    .resize(size.width, size.height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const file = await chain.draw(
    {
      ...how,
      type: 'ITI',
      ...size,
      indexes: [0],
      loras: [],
      source: { image: source, strength },
    },
    onFraction,
  )
  const drawn = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .resize(box.width, box.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  keepTones(drawn, part, box)
  return drawn
}

/** In the part's shape, as near as the model's steps allow. */
function fitSize(
  { width, height }: Box,
  edge: number,
  { min, max, step }: ImageModel['sizes'],
): { width: number; height: number } {
  const scale = edge / Math.max(width, height)
  const fit = (length: number): number =>
    Math.min(
      Math.floor(max / step),
      Math.max(Math.ceil(min / step), Math.round((length * scale) / step)),
    ) * step
  return { width: fit(width), height: fit(height) }
}
