import { Tensor } from 'onnxruntime-node'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { type Box, cutSquare, type Point, type RgbPicture } from '../pictures/rgb-picture.ts'

/** Where a face may be: its box, and its eyes as the picture shows them. */
export interface FaceBox extends Box {
  /** 0 to 1. */
  score: number
  leftEye: Point
  rightEye: Point
}

/** Edge of what the network sees. */
const INPUT = 256

/** Grids of the network: cells along an edge and boxes in each cell (BlazeFace, back camera model). */
const GRIDS = [
  { cells: 16, boxes: 2, scores: 'scores_near', places: 'boxes_near' },
  { cells: 8, boxes: 6, scores: 'scores_far', places: 'boxes_far' },
] as const

/** Numbers for each box: centre, size and six points (two eyes, nose, mouth, two ears). */
const NUMBERS = 16

/** Boxes less certain than this are no faces. The mesh, which looks closer, decides. */
const LEAST_SCORE = 0.5
/** Boxes of which the smaller one shares more than this are one face. */
const SAME_FACE = 0.5
/** Squares beside each other share this part of their edge, so that a face on a border is whole in one of them. */
const OVERLAP = 0.35
/** A picture is also searched in squares as long as an edge is at least this; smaller ones hold no face that is large enough. */
const LEAST_SQUARE = 320

/** Faces smaller than this part of the square that they were found in may have smaller ones beside them. */
const SMALL = 0.12

/**
 * Finds faces in the whole picture and in squares of its shorter edge, then, where none or only small ones are found,
 * in squares of a half and of a third of that edge.
 *
 * @returns in order of their score
 */
export async function detectBoxes(network: OnnxSession, picture: RgbPicture): Promise<FaceBox[]> {
  const found: FaceBox[] = []
  const search = async (squares: readonly Square[]): Promise<void> => {
    for (const square of squares) found.push(...(await detectIn(network, picture, square)))
  }
  const { width, height } = picture
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
  await search([{ x: (width - longer) / 2, y: (height - longer) / 2, edge: longer }])
  if (longer / shorter >= 1.2) await search(squaresOf(picture, shorter))
  for (const part of [2, 3]) {
    const edge = shorter / part
    const isUpToDate = found.length > 0 && found.every((box) => box.width >= SMALL * edge * part)
    if (edge < LEAST_SQUARE || isUpToDate) break
    await search(squaresOf(picture, edge))
  }
  return keepDistinct(found)
}

interface Square {
  x: number
  y: number
  edge: number
}

/** Squares of an edge that cover a picture. */
function squaresOf({ width, height }: RgbPicture, edge: number): Square[] {
  const columns = startsAlong(width, edge)
  return startsAlong(height, edge).flatMap((y) => columns.map((x) => ({ x, y, edge })))
}

function startsAlong(length: number, edge: number): number[] {
  const count = Math.max(1, Math.ceil((length - edge) / (edge * (1 - OVERLAP))) + 1)
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? 0 : (i * (length - edge)) / (count - 1),
  )
}

async function detectIn(
  network: OnnxSession,
  picture: RgbPicture,
  square: Square,
): Promise<FaceBox[]> {
  const scale = square.edge / INPUT
  const toPicture = {
    a: scale,
    b: 0,
    dx: square.x + scale / 2 - 0.5,
    dy: square.y + scale / 2 - 0.5,
  }
  const pixels = cutSquare(picture, toPicture, INPUT)
  const values = Float32Array.from(pixels, (value) => value / 127.5 - 1)
  const feeds = { picture: new Tensor('float32', values, [1, INPUT, INPUT, 3]) }
  const result = await network.session.run(feeds)
  return GRIDS.flatMap(({ cells, boxes, scores, places }) => {
    const certain = result[scores]!.data as Float32Array
    const numbers = result[places]!.data as Float32Array
    return Array.from(certain, (logit, i) => ({ score: 1 / (1 + Math.exp(-logit)), i }))
      .filter(({ score }) => score >= LEAST_SCORE)
      .map(({ score, i }) => {
        const cell = Math.floor(i / boxes)
        const anchor = {
          x: ((cell % cells) + 0.5) / cells,
          y: (Math.floor(cell / cells) + 0.5) / cells,
        }
        const point = (k: number): Point => ({
          x: square.x + (anchor.x + numbers[i * NUMBERS + k]! / INPUT) * square.edge,
          y: square.y + (anchor.y + numbers[i * NUMBERS + k + 1]! / INPUT) * square.edge,
        })
        const centre = point(0)
        const [width, height] = [2, 3].map(
          (k) => (numbers[i * NUMBERS + k]! / INPUT) * square.edge,
        ) as [number, number]
        const corner = { x: centre.x - width / 2, y: centre.y - height / 2 }
        return { ...corner, width, height, score, leftEye: point(4), rightEye: point(6) }
      })
  })
}

/** Keeps only the most certain of the boxes around one face. */
function keepDistinct(boxes: FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = []
  for (const box of boxes.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => sharedPart(box, other) < SAME_FACE)) kept.push(box)
  return kept
}

/** The area that two boxes share, as a part of the smaller one: a box in another shares all. */
export function sharedPart(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(a.width * a.height, b.width * b.height)
}
