import sharp from 'sharp'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { findForeground, fitGrid, type ForegroundNetwork } from './find-foreground.ts'
import type { ForegroundMap, Grid } from '../pictures/foreground-map.ts'
import { byteShares } from '../pictures/byte-shares.ts'
import { guideByColours, type LinearModels } from './guided-filter.ts'
import { correctOpacity } from './read-correction.ts'
import { refineEdges } from './refine-edges.ts'
import { settleParts } from './settle-parts.ts'
import { meanColours, removeSpill } from './remove-spill.ts'

/** Cells along the longer edge of the grid, unless told otherwise. */
const GRID = 768
/** Half a window of the filter, cells; about the width of the network's soft edge. */
const REACH = 7
const SMOOTHNESS = 2e-4
/** Opacity is stretched so that what is nearly nothing and nearly all becomes so. */
const NOTHING = 0.12
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
  /** Longer edge of the grid on which edges are fitted to the picture's colours, cells; default {@link GRID}. */
  cells?: number
  /** Told when each of {@link CUT_OUT_STEPS} steps is done. */
  onStep(done: number): void
  signal: AbortSignal
}

/**
 * Cuts out what is in the foreground in the picture's full size. Memory beyond picture and result does not grow with
 * the picture: the network and the filter see a grid of so many cells along an edge.
 */
export async function cutOut(
  network: ForegroundNetwork,
  picture: RgbPicture,
  { correction, cells = GRID, onStep, signal }: CutOutOptions,
): Promise<CutOut> {
  const grid = fitGrid(picture, cells)
  const shrunk = await shrink(picture, grid)
  const seen = await findForeground(network, picture, shrunk)
  const guide = byteShares(shrunk.data)
  signal.throwIfAborted()
  onStep(1)
  const map = refineEdges(network.adapter ? seen : settleParts(seen, guide), guide)
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

async function shrink(picture: RgbPicture, { width, height }: Grid): Promise<RgbPicture> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const }
  const data = await sharp(picture.data, { raw })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { data, width, height }
}

/** Opacity of each pixel of the picture by the linear model at its place, interpolated between cells. */
function applyModels(picture: RgbPicture, map: ForegroundMap, models: LinearModels): Uint8Array {
  const { width, height } = picture
  const opacity = new Uint8Array(width * height)
  const columns = cellPairsAlong(width, map.width)
  // Most pixels lie between cells that are all sure, and need no model.
  const sure = new Uint8Array(map.values.length)
  for (let cell = 0; cell < sure.length; cell++) {
    const value = map.values[cell]!
    if (value < SURELY_NOTHING) continue
    sure[cell] = value > SURELY_ALL ? 255 : UNSURE
  }
  const line = new Float32Array(OF_CELL * map.width)
  let runs: Run[] = []
  let [above, below] = [-1, -1]
  for (const [y, row] of cellPairsAlong(height, map.height).entries()) {
    // Several rows of pixels lie between the same rows of cells.
    if (row.from !== above || row.to !== below) {
      ;[above, below] = [row.from, row.to]
      runs = runsBetween(sure, columns, above * map.width, below * map.width)
    }
    const start = y * width
    for (const { first, last, certain } of runs)
      if (certain === UNSURE) {
        blendCells(line, map, models, row, columns[first]!.from, columns[last]!.to)
        applyAlong(picture, opacity, line, { y, columns, first, last })
      } else if (certain > 0) opacity.fill(certain, start + first, start + last + 1)
  }
  return opacity
}

/** Pixels of a row of which the same is certain. */
interface Run {
  first: number
  last: number
  /** 0, 255, or {@link UNSURE}. */
  certain: number
}

/** @param above where the upper row of cells begins, `below` where the lower one does */
function runsBetween(
  sure: Uint8Array,
  columns: readonly CellPair[],
  above: number,
  below: number,
): Run[] {
  const runs: Run[] = []
  for (let x = 0; x < columns.length; x++) {
    const { from, to } = columns[x]!
    const corner = sure[above + from]!
    const isEven =
      sure[above + to] === corner && sure[below + from] === corner && sure[below + to] === corner
    const certain = isEven ? corner : UNSURE
    const run = runs.at(-1)
    if (run?.certain === certain) run.last = x
    else runs.push({ first: x, last: x, certain })
  }
  return runs
}

/** Applies to some pixels of a row the models on both sides of each. @param line see {@link blendCells} */
function applyAlong(
  { data, width }: RgbPicture,
  opacity: Uint8Array,
  line: Float32Array,
  { y, columns, first, last }: Omit<Run, 'certain'> & { y: number; columns: readonly CellPair[] },
): void {
  for (let x = first; x <= last; x++) {
    const { from, to, share } = columns[x]!
    const at = 3 * (y * width + x)
    const red = data[at]! / 255
    const green = data[at + 1]! / 255
    const blue = data[at + 2]! / 255
    const a = OF_CELL * from
    const b = OF_CELL * to
    const rest = 1 - share
    let value =
      (rest * line[a]! + share * line[b]!) * red +
      (rest * line[a + 1]! + share * line[b + 1]!) * green +
      (rest * line[a + 2]! + share * line[b + 2]!) * blue +
      (rest * line[a + 3]! + share * line[b + 3]!)
    // What the network was sure of, far from every edge, stays so whatever its colours.
    const certainty = rest * line[a + 4]! + share * line[b + 4]!
    if (certainty < SURELY_NOTHING) value = Math.min(value, certainty)
    if (certainty > SURELY_ALL) value = Math.max(value, certainty)
    const stretched = (value - NOTHING) / (ALL - NOTHING)
    opacity[y * width + x] = Math.round(255 * Math.min(1, Math.max(0, stretched)))
  }
}

/** Numbers of a cell in a line: its model, and its certainty. */
const OF_CELL = 5

/** Puts into a line the models and certainty of some cells of two rows, at the height of a row of pixels. */
function blendCells(
  line: Float32Array,
  { values, width }: ForegroundMap,
  models: LinearModels,
  row: CellPair,
  first: number,
  last: number,
): void {
  for (let cell = first; cell <= last; cell++) {
    const to = OF_CELL * cell
    const above = row.from * width + cell
    const below = row.to * width + cell
    for (let k = 0; k < 4; k++) {
      const upper = models[4 * above + k]!
      line[to + k] = upper + row.share * (models[4 * below + k]! - upper)
    }
    line[to + 4] = values[above]! + row.share * (values[below]! - values[above]!)
  }
}

/** The two cells that a pixel of a row or column lies between. */
interface CellPair {
  from: number
  to: number
  /** Weight of the cell `to`; `from` has the rest. 0 to 1. */
  share: number
}

function cellPairsAlong(length: number, cells: number): CellPair[] {
  return Array.from({ length }, (_, i) => {
    const place = Math.min(cells - 1, Math.max(0, ((i + 0.5) * cells) / length - 0.5))
    const from = Math.floor(place)
    return { from, to: Math.min(cells - 1, from + 1), share: place - from }
  })
}
