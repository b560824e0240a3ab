import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { AdapterOf } from './adapter.ts'

type Input = Pick<AdapterOf<'foreground' | 'depth'>, 'edge' | 'mean' | 'deviation'>

/** A whole picture as a network sees it: squeezed to its edge, each colour by its mean and deviation. */
export async function pictureInput(
  picture: RgbPicture,
  { edge, mean, deviation }: Input,
): Promise<Tensor> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const }
  const pixels = await sharp(picture.data, { raw })
    .resize(edge, edge, { fit: 'fill' })
    .raw()
    .toBuffer()
  const area = edge * edge
  const input = new Float32Array(3 * area)
  for (let c = 0; c < 3; c++)
    for (let cell = 0; cell < area; cell++)
      input[c * area + cell] = (pixels[3 * cell + c]! / 255 - mean[c]!) / deviation[c]!
  return new Tensor('float32', input, [1, 3, edge, edge])
}

/** Values stretched from their least to their greatest: 0 to 1. */
export function stretched(values: Float32Array): Float32Array {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)]
  const range = Math.max(1e-6, most - least)
  return values.map((value) => (value - least) / range)
}
