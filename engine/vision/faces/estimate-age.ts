import { Tensor } from 'onnxruntime-node'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { cutSquare, type RgbPicture } from '../pictures/rgb-picture.ts'
import type { Face } from './face.ts'
import { squareOfFace } from './find-faces.ts'

/** Edge of what the network sees. */
const INPUT = 224
/** How much larger than the face the square is that it looks at. */
const AROUND = 1.12

/**
 * How old a face looks, in years. An estimate: to be off by five to ten years is common; see `models/faces/README.md`.
 *
 * @param network `models/faces/age.onnx`
 */
export async function estimateAge(
  network: OnnxSession,
  picture: RgbPicture,
  face: Face,
): Promise<number> {
  const pixels = cutSquare(picture, squareOfFace(face, { around: AROUND, input: INPUT }), INPUT)
  const feeds = {
    picture: new Tensor('float32', Float32Array.from(pixels), [1, INPUT, INPUT, 3]),
  }
  const shares = (await network.session.run(feeds))['years']!.data as Float32Array
  return shares.reduce((years, share, age) => years + share * age, 0)
}
