import type { ForegroundMap } from './find-foreground.ts'
import type { GuideColours } from './guided-filter.ts'

/** Certainty from which a cell is foreground, and up to which it is background, if it lies deep enough inside. */
const FOREGROUND = 0.92
const BACKGROUND = 0.04
/** How far from the outline hair is looked for, as a part of the subject's size (the root of its area), and inside. */
const OUTWARDS = 0.085
const INWARDS = 0.012
/** Rays on which colours are gathered, and how far they go beyond the band, as a part of its width. */
const RAYS = 8
const BEYOND = 1.6
/** How far a cell's colour may be from every mixture of the colours around it to be explained by one (0 to 1). */
const NOISE = 0.05
/** Colours nearer to each other than this cannot be told apart. */
const APART = 0.12
/** How much less colours count where those of the background differ among themselves. */
const VARIETY = 3
/** Up to here colours are not certain enough where the network saw nothing. */
const VEIL = 0.45
/** What it costs to contradict the network: where colours explain a cell in two ways, its own answer decides. */
const LOYALTY = 0.35

/**
 * Finds hair, fur and thin things along the outline that the network, which sees little of them, has rounded off: each
 * cell near the outline is taken for a mixture of a colour that is surely foreground and one that is surely background,
 * both from nearby. Of all pairs that rays to all sides meet, the one counts that explains the colour best (as in shared
 * matting; Gastal and Oliveira 2010).
 *
 * @returns the map with the shares of the foreground along the outline
 */
export function refineEdges(map: ForegroundMap, guide: GuideColours): ForegroundMap {
  const { values, width, height } = map
  const size = Math.sqrt(values.reduce((sum, value) => sum + (value >= 0.5 ? 1 : 0), 0))
  if (size < 8) return map
  const outwards = Math.max(3, Math.round(OUTWARDS * size))
  const inwards = Math.max(2, Math.round(INWARDS * size))
  const toForeground = distances(map, (value) => value >= 0.5)
  const toBackground = distances(map, (value) => value < 0.5)
  const kind = values.map((value, cell) => {
    if (value >= FOREGROUND && toBackground[cell]! > inwards) return SURE_FOREGROUND
    if (value <= BACKGROUND && toForeground[cell]! > outwards) return SURE_BACKGROUND
    return UNSURE
  })
  const reach = Math.round(BEYOND * (outwards + inwards))
  const refined = Float32Array.from(values)
  const gathered: Gathered = { foreground: [], background: [] }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = y * width + x
      if (kind[cell] !== UNSURE || toForeground[cell]! > outwards) continue
      gather(gathered, kind, { x, y, width, height }, reach)
      const found = explain(guide, cell, values[cell]!, gathered)
      if (!found) continue
      // What is far from the outline needs to be explained well, and fades before the band ends.
      const near = Math.min(1, 2.5 * (1 - toForeground[cell]! / (outwards + 1)))
      refined[cell]! += found.certainty * near * (found.share - values[cell]!)
    }
  return { values: refined, width, height }
}

const UNSURE = 0
const SURE_FOREGROUND = 1
const SURE_BACKGROUND = 2

/** Cells that rays have met. */
interface Gathered {
  foreground: number[]
  background: number[]
}

/** The first sure cells of each kind on rays from a cell; the rays of cells beside each other go between each other. */
function gather(
  gathered: Gathered,
  kind: Float32Array,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  reach: number,
): void {
  gathered.foreground.length = 0
  gathered.background.length = 0
  const turn = (x % 3) + 3 * (y % 3)
  for (let ray = 0; ray < RAYS; ray++) {
    const dx = DIRECTIONS[2 * (RAYS * turn + ray)]!
    const dy = DIRECTIONS[2 * (RAYS * turn + ray) + 1]!
    let hasForeground = false
    let hasBackground = false
    for (let step = 1; step <= reach && !(hasForeground && hasBackground); step++) {
      const column = Math.round(x + step * dx)
      const row = Math.round(y + step * dy)
      if (column < 0 || row < 0 || column >= width || row >= height) break
      const cell = row * width + column
      if (kind[cell] === SURE_FOREGROUND && !hasForeground) {
        gathered.foreground.push(cell)
        hasForeground = true
      } else if (kind[cell] === SURE_BACKGROUND && !hasBackground) {
        gathered.background.push(cell)
        hasBackground = true
      }
    }
  }
}

/** Of all rays of the nine cells of a square, x and y in turns. */
const DIRECTIONS = Float64Array.from({ length: 2 * 9 * RAYS }, (_, i) => {
  const ray = Math.floor(i / 2) % RAYS
  const turn = Math.floor(i / (2 * RAYS)) / 9
  const angle = (2 * Math.PI * (ray + turn)) / RAYS
  return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle)
})

/** The pair of which a cell is most likely a mixture: the foreground's share in it, and how certain that is. */
function explain(
  guide: GuideColours,
  cell: number,
  before: number,
  { foreground, background }: Gathered,
): { share: number; certainty: number } | null {
  let least = Infinity
  let best: { share: number; certainty: number; apart: number } | null = null
  for (const f of foreground)
    for (const b of background) {
      let along = 0
      let length = 0
      for (let c = 0; c < 3; c++) {
        const difference = guide[3 * f + c]! - guide[3 * b + c]!
        along += (guide[3 * cell + c]! - guide[3 * b + c]!) * difference
        length += difference * difference
      }
      if (length < APART * APART) continue
      const share = Math.min(1, Math.max(0, along / length))
      let rest = 0
      for (let c = 0; c < 3; c++) {
        const mixture = share * guide[3 * f + c]! + (1 - share) * guide[3 * b + c]!
        rest += (guide[3 * cell + c]! - mixture) ** 2
      }
      const cost = rest / NOISE ** 2 + LOYALTY * (share - before) ** 2
      if (cost >= least) continue
      least = cost
      const apart = Math.min(1, Math.sqrt(length) / (3 * APART))
      best = {
        share,
        certainty: apart * Math.exp(-rest / (2 * NOISE ** 2)),
        apart: Math.sqrt(length),
      }
    }
  if (!best) return null
  // Where the network saw nothing and the background has many colours, one of them may be like the foreground's.
  const variety = spreadOf(guide, background) / best.apart
  const evenness = Math.min(1, Math.max(0, 1.5 - VARIETY * variety))
  const seen = Math.min(1, before / 0.3)
  const certainty = best.certainty * (seen + (1 - seen) * evenness)
  // Half certain is not enough there: it would be a veil around the subject.
  const clear = Math.max(0, (certainty - VEIL) / (1 - VEIL))
  return { share: best.share, certainty: seen * certainty + (1 - seen) * clear }
}

/** How far colours are from their mean (root of the mean square). */
function spreadOf(guide: GuideColours, cells: readonly number[]): number {
  let sum = 0
  for (let c = 0; c < 3; c++) {
    let [total, squares] = [0, 0]
    for (const cell of cells) {
      total += guide[3 * cell + c]!
      squares += guide[3 * cell + c]! ** 2
    }
    sum += Math.max(0, squares / cells.length - (total / cells.length) ** 2)
  }
  return Math.sqrt(sum)
}

/** How far each cell is from the nearest that counts, in cells (chamfer distance of 3 and 4; Borgefors 1986). */
function distances(
  { values, width, height }: ForegroundMap,
  counts: (value: number) => boolean,
): Float32Array {
  const far = 3 * (width + height)
  const distance = values.map((value) => (counts(value) ? 0 : far))
  const relax = (cell: number, x: number, y: number, direction: 1 | -1): void => {
    const isFirst = direction === 1 ? x === 0 : x === width - 1
    const isLast = direction === 1 ? x === width - 1 : x === 0
    const hasRow = direction === 1 ? y > 0 : y < height - 1
    const beside = cell - direction
    const above = cell - direction * width
    let least = distance[cell]!
    if (!isFirst) least = Math.min(least, distance[beside]! + 3)
    if (hasRow) {
      least = Math.min(least, distance[above]! + 3)
      if (!isFirst) least = Math.min(least, distance[above - direction]! + 4)
      if (!isLast) least = Math.min(least, distance[above + direction]! + 4)
    }
    distance[cell] = least
  }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) relax(y * width + x, x, y, 1)
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--) relax(y * width + x, x, y, -1)
  return distance.map((value) => value / 3)
}
