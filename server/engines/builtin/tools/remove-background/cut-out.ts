import sharp from 'sharp'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { findForeground, type ForegroundMap } from './find-foreground.ts'
import { type GuideColours, guideByColours, type LinearModels } from './guided-filter.ts'
import { correctOpacity } from './read-correction.ts'
import { refineEdges } from './refine-edges.ts'
import { meanColours, removeSpill } from './remove-spill.ts'

/** Longer edge of the grid on which edges are fitted to the picture's colours, cells. */
const GRID = 768
/** Half a window of the filter, cells; about the width of the network's soft edge. */
const REACH = 7
const SMOOTHNESS = 2e-4
/** Opacity is stretched so that what is nearly nothing and nearly all becomes so. */
const NOTHING = 0.07
const ALL = 0.93
/** What the network is so sure of is taken as it is, whatever the colours. */
const SURELY_NOTHING = 0.015
const SURELY_ALL = 0.985
const UNSURE = 128

export interface CutOut {
  /** The picture with the background's colour taken out of its soft edges. */
  picture: RgbPicture
  /** 0 to 255 for each pixel. */
  opacity: Uint8Array
}

export interface CutOutOptions {
  /** Grey for each pixel: white is foreground, black is not, middle grey is as it was found. */
  correction?: Uint8Array | null
  /** Told when each of {@link CUT_OUT_STEPS} steps is done. */
  onStep(done: number): void
  signal: AbortSignal
}

/**
 * Cuts out what is in the foreground in the picture's full size. Memory beyond picture and result does not grow with
 * the picture: the network and the filter see a grid of at most {@link GRID} cells along an edge.
 */
export async function cutOut(
  network: OnnxSession,
  picture: RgbPicture,
  { correction, onStep, signal }: CutOutOptions,
): Promise<CutOut> {
  const seen = await findForeground(network, picture, GRID)
  signal.throwIfAborted()
  onStep(1)
  const guide = await colourGrid(picture, seen)
  const map = refineEdges(seen, guide)
  const models = guideByColours(map, guide, REACH, SMOOTHNESS)
  signal.throwIfAborted()
  onStep(2)
  const opacity = applyModels(picture, map, models)
  if (correction) correctOpacity(opacity, correction)
  onStep(3)
  signal.throwIfAborted()
  removeSpill(picture, opacity, meanColours(guide, map))
  onStep(4)
  return { picture, opacity }
}

export const CUT_OUT_STEPS = 4

async function colourGrid(
  picture: RgbPicture,
  { width, height }: ForegroundMap,
): Promise<GuideColours> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const }
  const pixels = await sharp(picture.data, { raw })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return Float32Array.from(pixels, (value) => value / 255)
}

/** Opacity of each pixel of the picture by the linear model at its place, interpolated between cells. */
function applyModels(picture: RgbPicture, map: ForegroundMap, models: LinearModels): Uint8Array {
  const { data, width, height } = picture
  const opacity = new Uint8Array(width * height)
  const columns = placesAlong(width, map.width)
  const rows = placesAlong(height, map.height)
  // Most pixels lie between cells that are all sure, and need no model.
  const sure = Uint8Array.from(map.values, (value) => {
    if (value < SURELY_NOTHING) return 0
    return value > SURELY_ALL ? 255 : UNSURE
  })
  // One for all pixels: millions of short arrays would take longer than the sums.
  const corners = new Int32Array(4)
  const weights = new Float64Array(4)
  for (let y = 0; y < height; y++) {
    const row = rows[y]!
    for (let x = 0; x < width; x++) {
      const column = columns[x]!
      const certain = sure[row.from * map.width + column.from]!
      if (
        certain !== UNSURE &&
        sure[row.from * map.width + column.to] === certain &&
        sure[row.to * map.width + column.from] === certain &&
        sure[row.to * map.width + column.to] === certain
      ) {
        opacity[y * width + x] = certain
        continue
      }
      corners[0] = row.from * map.width + column.from
      corners[1] = row.from * map.width + column.to
      corners[2] = row.to * map.width + column.from
      corners[3] = row.to * map.width + column.to
      weights[0] = (1 - row.share) * (1 - column.share)
      weights[1] = (1 - row.share) * column.share
      weights[2] = row.share * (1 - column.share)
      weights[3] = row.share * column.share
      let value = 0
      // What the network was sure of, far from every edge, stays so whatever its colours.
      let certainty = 0
      const at = 3 * (y * width + x)
      for (let k = 0; k < 4; k++) {
        const cell = 4 * corners[k]!
        const model =
          models[cell]! * data[at]! +
          models[cell + 1]! * data[at + 1]! +
          models[cell + 2]! * data[at + 2]!
        value += weights[k]! * (model / 255 + models[cell + 3]!)
        certainty += weights[k]! * map.values[corners[k]!]!
      }
      if (certainty < SURELY_NOTHING) value = Math.min(value, certainty)
      if (certainty > SURELY_ALL) value = Math.max(value, certainty)
      const stretched = (value - NOTHING) / (ALL - NOTHING)
      opacity[y * width + x] = Math.round(255 * Math.min(1, Math.max(0, stretched)))
    }
  }
  return opacity
}

interface Place {
  from: number
  to: number
  /** Of `to`, 0 to 1. */
  share: number
}

function placesAlong(length: number, cells: number): Place[] {
  return Array.from({ length }, (_, i) => {
    const place = Math.min(cells - 1, Math.max(0, ((i + 0.5) * cells) / length - 0.5))
    const from = Math.floor(place)
    return { from, to: Math.min(cells - 1, from + 1), share: place - from }
  })
}
