import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { AdapterOf } from './adapter.ts'
import { wrongShape } from './open-added-network.ts'

/** An inpainting network that was added, loaded. */
export interface AddedInpainting {
  session: OnnxSession
  adapter: AdapterOf<'inpainting'>
}

/**
 * Paints a hole of a picture by a network that was added.
 *
 * @param hole 1 where to paint, 0 elsewhere, for each pixel
 * @returns the whole picture as the network would have it, red, green and blue for each pixel
 * @throws {EngineError} `model_broken` where it answers with another shape than its adapter says
 */
export async function paintHole(
  { session, adapter }: AddedInpainting,
  { data, width, height }: RgbPicture,
  hole: Uint8Array,
): Promise<Uint8Array> {
  const { edge, image, mask, white } = adapter
  const area = edge * edge
  const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(edge, edge, { fit: 'fill' })
    .raw()
    .toBuffer()
  const covered = await sharp(
    hole.map((value) => value * 255),
    { raw: { width, height, channels: 1 } },
  )
    .resize(edge, edge, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const seen = new Float32Array(3 * area)
  for (let c = 0; c < 3; c++)
    for (let cell = 0; cell < area; cell++) seen[c * area + cell] = pixels[3 * cell + c]! / 255
  // A pixel that is covered in part shows some of what is to go.
  const toPaint = Float32Array.from(covered, (value) => (value > 0 ? 1 : 0))
  const answer = await session.session.run({
    [image]: new Tensor('float32', seen, [1, 3, edge, edge]),
    [mask]: new Tensor('float32', toPaint, [1, 1, edge, edge]),
  })
  const painted = answer[session.outputNames[0]!]!
  if (painted.data.length !== 3 * area) throw wrongShape(painted.dims)
  const values = painted.data as Float32Array
  const bytes = new Uint8Array(3 * area)
  for (let c = 0; c < 3; c++)
    for (let cell = 0; cell < area; cell++)
      bytes[3 * cell + c] = Math.round(
        Math.min(255, Math.max(0, (values[c * area + cell]! * 255) / white)),
      )
  return sharp(bytes, { raw: { width: edge, height: edge, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}
