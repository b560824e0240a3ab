import sharp from 'sharp'
import { MOST_PIXELS } from '../limits.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import { type AddedDepth, findDepth } from './find-depth.ts'

/** Longer edge of a map, pixels: servers scale it to what they draw, and a network of some 500 pixels knows no more. */
const MOST_EDGE = 1024

/**
 * Draws how near everything in an image is: the lighter, the nearer, as ControlNets of depth were trained. What is transparent
 * is seen as white.
 * @returns a grey PNG of the image's shape
 * @throws {EngineError} as {@link findDepth}, and `unsupported` for what is no picture
 */
export async function drawDepth(network: AddedDepth, image: Uint8Array): Promise<Uint8Array> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const { data, width, height, opacity } = picture
  if (opacity)
    for (const [pixel, share] of opacity.entries())
      for (let at = 3 * pixel; at < 3 * pixel + 3; at++)
        data[at] = Math.round(255 + ((data[at]! - 255) * share) / 255)
  const { values, edge } = await findDepth(network, picture)
  const scale = Math.min(1, MOST_EDGE / Math.max(width, height))
  const cells = Uint8Array.from(values, (value) => Math.round(255 * value))
  return sharp(cells, { raw: { width: edge, height: edge, channels: 1 } })
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), {
      fit: 'fill',
      kernel: 'cubic',
    })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}
