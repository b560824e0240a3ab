import type { OnnxSession } from '../../onnx/onnx-session.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { AdapterOf } from './adapter.ts'
import { wrongShape } from './open-added-network.ts'
import { pictureInput, stretched } from './picture-input.ts'

/** A network of depth that was added, loaded. */
export interface AddedDepth {
  session: OnnxSession
  adapter: AdapterOf<'depth'>
}

/** How near everything in a picture is: 0 (the farthest of it) to 1 (the nearest), in cells over the whole picture. */
export interface DepthMap {
  values: Float32Array
  /** Cells across and down. */
  edge: number
}

/** @throws {EngineError} `model_broken` where the network answers with another shape than its adapter says */
export async function findDepth(
  { session, adapter }: AddedDepth,
  picture: RgbPicture,
): Promise<DepthMap> {
  const { edge } = adapter
  const feeds = { [session.inputs[0]!.name]: await pictureInput(picture, adapter) }
  const answer = (await session.session.run(feeds))[session.outputNames[0]!]!
  if (answer.data.length !== edge * edge) throw wrongShape(answer.dims)
  return { values: stretched(answer.data as Float32Array), edge }
}
