import { Tensor } from 'onnxruntime-node'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { cutSquare, fitSimilarity, invert, type RgbPicture } from '../pictures/rgb-picture.ts'
import { type Face, LANDMARKS, middleOf } from './face.ts'

/** Edge of what the network sees. */
const INPUT = 112

/** Where both eyes, the tip of the nose and the corners of the mouth are in the network's square (ArcFace's template). */
const TEMPLATE = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
]

/**
 * What a face looks like as 512 numbers of length 1. Those of one person are near to each other.
 *
 * @param network `models/faces/identity.onnx`
 */
export async function describeFace(
  network: OnnxSession,
  picture: RgbPicture,
  face: Face,
): Promise<Float32Array> {
  const { leftEye, rightEye, noseTip, leftMouth, rightMouth } = LANDMARKS
  const points = [
    middleOf(face.mesh, leftEye),
    middleOf(face.mesh, rightEye),
    ...[noseTip, leftMouth, rightMouth].map((index) => face.mesh[index]!),
  ]
  const pixels = cutSquare(picture, invert(fitSimilarity(points, TEMPLATE)), INPUT)
  const values = new Float32Array(3 * INPUT * INPUT)
  for (let i = 0; i < INPUT * INPUT; i++)
    for (let c = 0; c < 3; c++) values[c * INPUT * INPUT + i] = (pixels[3 * i + c]! - 127) / 128
  const result = await network.session.run({
    input: new Tensor('float32', values, [1, 3, INPUT, INPUT]),
  })
  const numbers = result['output']!.data as Float32Array
  const length = Math.hypot(...numbers)
  return numbers.map((value) => value / length)
}

/** Returns the cosine similarity of two face embeddings: 1 for the same picture, around 0 for strangers. */
export function likenessOf(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0)
}
