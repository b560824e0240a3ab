import { Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import type { PointedAt } from '#lib/engine-spec/index.ts'
import { numbersFor, type OnnxSession, runForAll } from '../../onnx/onnx-session.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { AdapterOf } from './adapter.ts'
import { wrongShape } from './open-added-network.ts'

/** The two networks that select, loaded. */
export interface AddedSelection {
  /** Tells them from others. */
  sha256: string
  first: OnnxSession
  second: OnnxSession
  adapter: AdapterOf<'selection'>
}

/** A picture as the first network has seen it: all that the second needs of it. */
export interface SeenPicture {
  /** What the first network gives, by name. */
  features: Readonly<Record<string, Tensor>>
  /** Of the part of the square that the picture fills, pixels. */
  width: number
  height: number
}

/** Looks at a picture, which takes most of the time. */
export async function seePicture(
  { first, adapter: { edge, mean, deviation } }: AddedSelection,
  picture: RgbPicture,
): Promise<SeenPicture> {
  const scale = edge / Math.max(picture.width, picture.height)
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const pixels = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const input = new Float32Array(3 * edge * edge)
  for (let c = 0; c < 3; c++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        input[(c * edge + y) * edge + x] =
          (pixels[3 * (y * width + x) + c]! / 255 - mean[c]!) / deviation[c]!
  const feeds = { [first.inputs[0]!.name]: new Tensor('float32', input, [1, 3, edge, edge]) }
  return { features: { ...(await first.session.run(feeds)) }, width, height }
}

/**
 * Selects what lies at some places.
 *
 * @returns 255 for each pixel of the part of the square that the picture fills which belongs to it, else 0
 * @throws {EngineError} `model_broken` where a network answers with another shape than its adapter says
 */
export async function selectObject(
  { second, adapter }: AddedSelection,
  { features, width, height }: SeenPicture,
  points: readonly PointedAt[],
): Promise<RawMask> {
  const places = points.flatMap(({ x, y }) => [x * width, y * height])
  const labels = points.map(({ isPart }) => (isPart ? 1 : 0))
  const names = new Set(second.inputs.map(({ name }) => name))
  const seen = Object.entries(features).filter(([name]) => names.has(name))
  const [masks, scores] = await runForAll(
    second,
    {
      ...Object.fromEntries(seen),
      [adapter.points]: numbersFor(second, adapter.points, places, [1, 1, points.length, 2]),
      [adapter.labels]: numbersFor(second, adapter.labels, labels, [1, 1, points.length]),
    },
    [adapter.masks, adapter.scores],
  )
  const [down = 0, across = 0] = masks!.dims.slice(-2)
  const area = down * across
  if (area === 0 || masks!.data.length !== area * scores!.data.length) throw wrongShape(masks!.dims)
  const best = scores!.data.indexOf(Math.max(...scores!.data))
  const logits = masks!.data.subarray(best * area, (best + 1) * area)
  return { data: enlarge(logits, { across, down }, adapter.edge, width, height), width, height }
}

interface RawMask {
  data: Uint8Array
  width: number
  height: number
}

/** Reads logits between their cells, so that an outline is smooth. @param edge of the square that the cells cover, pixels */
function enlarge(
  logits: Float32Array,
  { across, down }: { across: number; down: number },
  edge: number,
  width: number,
  height: number,
): Uint8Array {
  const columns = cellsAlong(width, edge, across)
  const rows = cellsAlong(height, edge, down)
  const mask = new Uint8Array(width * height)
  for (const [y, row] of rows.entries())
    for (const [x, column] of columns.entries()) {
      const at = (cellRow: number): number => {
        const left = logits[cellRow * across + column.first]!
        return left + column.share * (logits[cellRow * across + column.second]! - left)
      }
      const above = at(row.first)
      if (above + row.share * (at(row.second) - above) > 0) mask[y * width + x] = 255
    }
  return mask
}

/** The two cells that each pixel lies between, and how near it is to the second. */
function cellsAlong(
  pixels: number,
  edge: number,
  cells: number,
): { first: number; second: number; share: number }[] {
  return Array.from({ length: pixels }, (_, pixel) => {
    const place = Math.min(cells - 1, Math.max(0, ((pixel + 0.5) * cells) / edge - 0.5))
    const first = Math.floor(place)
    return { first, second: Math.min(cells - 1, first + 1), share: place - first }
  })
}

/** As a PNG: white where it is selected, else black. */
export const encodeMask = ({ data, width, height }: RawMask): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer()
