import sharp from 'sharp'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { byteShares } from '../pictures/byte-shares.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { ForegroundMap, Grid } from '../pictures/foreground-map.ts'
import type { AdapterOf } from './adapter.ts'
import { wrongShape } from './open-added-network.ts'
import { pictureInput, stretched } from './picture-input.ts'

/** A foreground network that was added, loaded. */
export interface AddedForeground {
  session: OnnxSession
  adapter: AdapterOf<'foreground'>
}

/**
 * Marks the foreground of a picture by a network that was added. It sees the whole picture in its own resolution, once.
 *
 * @param grid of the map that is returned
 * @throws {EngineError} `model_broken` where it answers with another shape than its adapter says
 */
export async function findSureForeground(
  { session, adapter }: AddedForeground,
  picture: RgbPicture,
  { width, height }: Grid,
): Promise<ForegroundMap> {
  const { edge } = adapter
  const feeds = { [session.inputs[0]!.name]: await pictureInput(picture, adapter) }
  const answer = (await session.session.run(feeds))[session.outputNames[0]!]!
  if (answer.data.length !== edge * edge) throw wrongShape(answer.dims)
  const certain = certaintyOf(answer.data as Float32Array, adapter.output)
  const bytes = Uint8Array.from(certain, (value) => Math.round(value * 255))
  const resized = await sharp(bytes, { raw: { width: edge, height: edge, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { values: byteShares(resized), width, height }
}

function certaintyOf(
  answer: Float32Array,
  output: AdapterOf<'foreground'>['output'],
): Float32Array {
  if (output === 'logits') return answer.map((value) => 1 / (1 + Math.exp(-value)))
  if (output === 'probability') return answer.map((value) => Math.min(1, Math.max(0, value)))
  return stretched(answer)
}
