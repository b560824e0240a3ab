import { Tensor } from 'onnxruntime-node'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import {
  cutSquare,
  type Point,
  type RgbPicture,
  type Similarity,
  transform,
} from '../pictures/rgb-picture.ts'
import { detectBoxes, sharedPart } from './detect-boxes.ts'
import { type Face, LANDMARKS, MESH_POINTS, middleOf } from './face.ts'

/** The networks of `models/faces/`. */
export interface FaceNetworks {
  detection: OnnxSession
  mesh: OnnxSession
}

/** Edge of what the mesh's network sees. */
const INPUT = 192
/** How much larger than a face's box the square is that the network looks at. */
const AROUND_BOX = 1.5
/** ... and than the box of a mesh, which is larger than that of the detection. */
const AROUND_MESH = 1.4
/** Less certain meshes are no faces. */
const LEAST_CERTAINTY = 0.5
/** Meshes of which the smaller one shares more than this are one face. */
const SAME_FACE = 0.5

/** All faces of a picture, the largest first. */
export async function findFaces(networks: FaceNetworks, picture: RgbPicture): Promise<Face[]> {
  const faces: Face[] = []
  for (const box of await detectBoxes(networks.detection, picture)) {
    const edge = AROUND_BOX * Math.max(box.width, box.height)
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const first = await readMesh(
      networks.mesh,
      picture,
      squareAround(centre, edge, box.leftEye, box.rightEye),
    )
    if (first.certainty < LEAST_CERTAINTY) continue
    // Looked at again where the face was found to be, which is more exact than where it was guessed.
    const face = await readMesh(networks.mesh, picture, squareOfFace(first))
    if (face.certainty < LEAST_CERTAINTY) continue
    if (faces.every((other) => sharedPart(face.box, other.box) < SAME_FACE)) faces.push(face)
  }
  return faces.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
}

/** From places in a network's square to places in the picture; the eyes are level in the square. */
function squareAround(
  centre: Point,
  edge: number,
  leftEye: Point,
  rightEye: Point,
  input = INPUT,
): Similarity {
  const angle = Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x)
  const [a, b] = [(Math.cos(angle) * edge) / input, (Math.sin(angle) * edge) / input]
  const half = input / 2
  return { a, b, dx: centre.x - (a * half - b * half), dy: centre.y - (b * half + a * half) }
}

/** The square around a face, `around` times as large as it, of which a network sees `input` x `input` pixels. */
export function squareOfFace(
  { mesh, box }: Face,
  { around = AROUND_MESH, input = INPUT } = {},
): Similarity {
  const leftEye = middleOf(mesh, LANDMARKS.leftEye)
  const rightEye = middleOf(mesh, LANDMARKS.rightEye)
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const edge = around * Math.max(box.width, box.height)
  return squareAround(centre, edge, leftEye, rightEye, input)
}

async function readMesh(
  network: OnnxSession,
  picture: RgbPicture,
  toPicture: Similarity,
): Promise<Face> {
  const pixels = cutSquare(picture, toPicture, INPUT)
  const values = Float32Array.from(pixels, (value) => value / 255)
  const feeds = { picture: new Tensor('float32', values, [1, INPUT, INPUT, 3]) }
  const result = await network.session.run(feeds)
  const points = result['mesh']!.data as Float32Array
  const mesh = Array.from({ length: MESH_POINTS }, (_, i) =>
    transform(toPicture, { x: points[3 * i]!, y: points[3 * i + 1]! }),
  )
  const [left, top] = [Math.min(...mesh.map(({ x }) => x)), Math.min(...mesh.map(({ y }) => y))]
  const [right, bottom] = [Math.max(...mesh.map(({ x }) => x)), Math.max(...mesh.map(({ y }) => y))]
  return {
    box: { x: left, y: top, width: right - left, height: bottom - top },
    certainty: (result['certainty']!.data as Float32Array)[0]!,
    mesh,
    ...anglesOf(points, toPicture),
  }
}

/** Angles of the head in degrees. Depths of the network's points are in the pixels of its square, smaller is nearer. */
function anglesOf(
  points: Float32Array,
  { a, b }: Similarity,
): Pick<Face, 'yaw' | 'pitch' | 'roll'> {
  const between = (from: number, to: number, axis: number): number =>
    points[3 * to + axis]! - points[3 * from + axis]!
  const degrees = (rise: number, run: number): number => (Math.atan2(rise, run) * 180) / Math.PI
  const { leftCheek, rightCheek, forehead, chin } = LANDMARKS
  const across = [0, 1, 2].map((axis) => between(leftCheek, rightCheek, axis)) as [
    number,
    number,
    number,
  ]
  const down = [0, 1, 2].map((axis) => between(forehead, chin, axis)) as [number, number, number]
  return {
    yaw: degrees(across[2], across[0]),
    pitch: degrees(down[2], Math.hypot(down[0], down[1])),
    roll: degrees(b, a) + degrees(across[1], across[0]),
  }
}
