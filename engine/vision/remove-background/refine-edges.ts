import type { ForegroundMap } from '../pictures/foreground-map.ts'
import type { GuideColours } from './guided-filter.ts'

/** Certainty from which a cell is foreground, and up to which it is background, if it lies deep enough inside. */
const FOREGROUND = 0.92
const BACKGROUND = 0.04
/** How far from the outline hair is looked for, as a part of the subject's size (the root of its area), and inside. */
const OUTWARDS = 0.085
const INWARDS = 0.012
/** So far inside, in the same parts, the background may still be seen: between curls, through fur. */
const THROUGH = 0.06
/**
 * Distance between the most alike colours of foreground and background around a cell, 0 to 1: up to `none` a cell deep
 * inside stays as it is, from `all` on its colour counts in full.
 */
const SEEN_APART = { none: 0.12, all: 0.3 }
/** Deep inside, a cell with so much of the foreground's colour is all foreground: hair shines in the colour of the sky. */
const SHINE = 0.2
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
 * matting; Gastal and Oliveira 2010). Deeper inside, where the network is sure, only what clearly has the background's
 * colour changes.
 *
 * @returns the map with the shares of the foreground along the outline
 */
export function refineEdges(map: ForegroundMap, guide: GuideColours): ForegroundMap {
  const { values, width, height } = map
  const size = Math.sqrt(values.reduce((sum, value) => sum + (value >= 0.5 ? 1 : 0), 0))
  if (size < 8) return map
  const outwards = Math.max(3, Math.round(OUTWARDS * size))
  const inwards = Math.max(2, Math.round(INWARDS * size))
  const through = Math.max(inwards, Math.round(THROUGH * size))
  const toForeground = distances(map, (value) => value >= 0.5)
  const toBackground = distances(map, (value) => value < 0.5)
  const kind = new Uint8Array(values.length)
  // Deep inside, only what lies deeper still is sure. Near the outline that would leave thin things nothing to compare with.
  const deepKind = new Uint8Array(values.length)
  for (let cell = 0; cell < kind.length; cell++) {
    const value = values[cell]!
    if (value >= FOREGROUND && toBackground[cell]! > inwards) kind[cell] = SURE_FOREGROUND
    else if (value <= BACKGROUND && toForeground[cell]! > outwards) kind[cell] = SURE_BACKGROUND
    const isOpen = kind[cell] === SURE_FOREGROUND && toBackground[cell]! <= through
    deepKind[cell] = isOpen ? UNSURE : kind[cell]!
  }
  const rays = traceRays(Math.round(BEYOND * (outwards + through)), width)
  const refined = Float32Array.from(values)
  const gathered = noneGathered()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = y * width + x
      if (deepKind[cell] !== UNSURE || toForeground[cell]! > outwards) continue
      // No sure cell is nearer: of the foreground's, nor of the background's.
      const [outside, inside] = [toForeground[cell]!, toBackground[cell]!]
      const isDeep = inside > inwards
      const sureFrom = isDeep ? through : inwards
      const nearest = Math.min(Math.max(outside, sureFrom - inside), outwards - outside)
      gather(gathered, isDeep ? deepKind : kind, { x, y, width, height, nearest }, rays)
      const found = explain(guide, cell, values[cell]!, gathered)
      if (!found) continue
      // What is far from the outline needs to be explained well, and fades before the band ends.
      const near = Math.min(1, 2.5 * (1 - toForeground[cell]! / (outwards + 1)))
      const share = isDeep ? Math.min(1, found.share / SHINE) : found.share
      const certainty = isDeep ? found.certainty * seenThrough(found.closest) : found.certainty
      refined[cell]! += certainty * near * (share - values[cell]!)
    }
  return { values: refined, width, height }
}

/** Returns how much colours may say of a cell deep inside, 0 to 1. @param closest see {@link Explained} */
function seenThrough(closest: number): number {
  const { none, all } = SEEN_APART
  return Math.min(1, Math.max(0, (closest - none) / (all - none)))
}

const UNSURE = 0
const SURE_FOREGROUND = 1
const SURE_BACKGROUND = 2

/** Cells that rays have met; one list each for all cells, for lists of their own would be hundreds of thousands. */
interface Gathered {
  foreground: Int32Array
  foregrounds: number
  background: Int32Array
  backgrounds: number
}

const noneGathered = (): Gathered => ({
  foreground: new Int32Array(RAYS),
  foregrounds: 0,
  background: new Int32Array(RAYS),
  backgrounds: 0,
})

/** The first sure cells of each kind on rays from a cell; the rays of cells beside each other go between each other. */
function gather(
  gathered: Gathered,
  kind: Uint8Array,
  { x, y, width, height, nearest }: Origin,
  { reach, across, down, further }: Rays,
): void {
  let foregrounds = 0
  let backgrounds = 0
  const turn = (x % 3) + 3 * (y % 3)
  const origin = y * width + x
  const first = Math.max(0, Math.floor((nearest - ROUNDED) / CHAMFER) - 1)
  const isInside = x >= reach && y >= reach && x + reach < width && y + reach < height
  for (let ray = RAYS * turn; ray < RAYS * (turn + 1); ray++) {
    let hasForeground = false
    let hasBackground = false
    for (let at = ray * reach + first; at < (ray + 1) * reach; at++) {
      if (!isInside) {
        const column = x + across[at]!
        const row = y + down[at]!
        if (column < 0 || row < 0 || column >= width || row >= height) break
      }
      const cell = origin + further[at]!
      const is = kind[cell]
      if (is === UNSURE) continue
      if (is === SURE_FOREGROUND && !hasForeground) {
        gathered.foreground[foregrounds++] = cell
        hasForeground = true
      } else if (is === SURE_BACKGROUND && !hasBackground) {
        gathered.background[backgrounds++] = cell
        hasBackground = true
      }
      if (hasForeground && hasBackground) break
    }
  }
  gathered.foregrounds = foregrounds
  gathered.backgrounds = backgrounds
}

/** A cell where rays begin. */
interface Origin {
  x: number
  y: number
  width: number
  height: number
  /** No sure cell is nearer, in cells as {@link distances} counts them. */
  nearest: number
}

/** A step of a ray is at most so long as {@link distances} counts (towards 3 across and 1 down), and rounded by so much. */
const CHAMFER = 10 / 3 / Math.sqrt(10)
const ROUNDED = 2 / 3

/** Places on the rays of the nine cells of a square, beside the cell where each begins, ray by ray. */
interface Rays {
  /** Places of each ray. */
  reach: number
  across: Int16Array
  down: Int16Array
  /** As both, in cells of the map. */
  further: Int32Array
}

/** @param width of the map */
function traceRays(reach: number, width: number): Rays {
  const count = 9 * RAYS * reach
  const rays = {
    reach,
    across: new Int16Array(count),
    down: new Int16Array(count),
    further: new Int32Array(count),
  }
  for (let at = 0; at < count; at++) {
    const [ray, step] = [Math.floor(at / reach), (at % reach) + 1]
    const angle = (2 * Math.PI * ((ray % RAYS) + Math.floor(ray / RAYS) / 9)) / RAYS
    rays.across[at] = Math.round(step * Math.cos(angle))
    rays.down[at] = Math.round(step * Math.sin(angle))
    rays.further[at] = rays.down[at]! * width + rays.across[at]!
  }
  return rays
}

interface Explained {
  /** The foreground's share in the mixture. */
  share: number
  certainty: number
  /** Distance of the two most alike colours of both sides, 0 to 1. */
  closest: number
}

/**
 * The pair of which a cell is most likely a mixture: the foreground's share in it, and how certain that is. Colours
 * are written out one by one: millions of pairs are tried for an image.
 */
function explain(
  guide: GuideColours,
  cell: number,
  before: number,
  { foreground, foregrounds, background, backgrounds }: Gathered,
): Explained | null {
  const red = guide[3 * cell]!
  const green = guide[3 * cell + 1]!
  const blue = guide[3 * cell + 2]!
  let least = Infinity
  let closest = Infinity
  let bestShare = 0
  let bestRest = 0
  let bestLength = 0
  for (let i = 0; i < foregrounds; i++) {
    const f = 3 * foreground[i]!
    const fRed = guide[f]!
    const fGreen = guide[f + 1]!
    const fBlue = guide[f + 2]!
    for (let k = 0; k < backgrounds; k++) {
      const b = 3 * background[k]!
      const bRed = guide[b]!
      const bGreen = guide[b + 1]!
      const bBlue = guide[b + 2]!
      const dRed = fRed - bRed
      const dGreen = fGreen - bGreen
      const dBlue = fBlue - bBlue
      const length = dRed * dRed + dGreen * dGreen + dBlue * dBlue
      closest = Math.min(closest, length)
      if (length < APART * APART) continue
      const along = (red - bRed) * dRed + (green - bGreen) * dGreen + (blue - bBlue) * dBlue
      const share = Math.min(1, Math.max(0, along / length))
      const oRed = red - bRed - share * dRed
      const oGreen = green - bGreen - share * dGreen
      const oBlue = blue - bBlue - share * dBlue
      const rest = oRed * oRed + oGreen * oGreen + oBlue * oBlue
      const off = share - before
      const cost = rest / (NOISE * NOISE) + LOYALTY * off * off
      if (cost >= least) continue
      least = cost
      bestShare = share
      bestRest = rest
      bestLength = length
    }
  }
  if (least === Infinity) return null
  const apart = Math.sqrt(bestLength)
  const explained = Math.min(1, apart / (3 * APART)) * Math.exp(-bestRest / (2 * NOISE ** 2))
  // Where the network saw nothing and the background has many colours, one of them may be like the foreground's.
  const variety = spreadOf(guide, background, backgrounds) / apart
  const evenness = Math.min(1, Math.max(0, 1.5 - VARIETY * variety))
  const seen = Math.min(1, before / 0.3)
  const certainty = explained * (seen + (1 - seen) * evenness)
  // Half certain is not enough there: it would be a veil around the subject.
  const clear = Math.max(0, (certainty - VEIL) / (1 - VEIL))
  return {
    share: bestShare,
    certainty: seen * certainty + (1 - seen) * clear,
    closest: Math.sqrt(closest),
  }
}

/** How far the colours of the first `count` cells are from their mean (root of the mean square). */
function spreadOf(guide: GuideColours, cells: Int32Array, count: number): number {
  let sum = 0
  for (let c = 0; c < 3; c++) {
    let total = 0
    let squares = 0
    for (let i = 0; i < count; i++) {
      const value = guide[3 * cells[i]! + c]!
      total += value
      squares += value * value
    }
    sum += Math.max(0, squares / count - (total / count) ** 2)
  }
  return Math.sqrt(sum)
}

/** How far each cell is from the nearest that counts, in cells (chamfer distance of 3 and 4; Borgefors 1986). */
function distances(
  { values, width, height }: ForegroundMap,
  counts: (value: number) => boolean,
): Float32Array {
  const far = 3 * (width + height)
  const distance = new Float32Array(values.length)
  for (let cell = 0; cell < distance.length; cell++)
    distance[cell] = counts(values[cell]!) ? 0 : far
  passOver(distance, width, height, 1)
  passOver(distance, width, height, -1)
  for (let cell = 0; cell < distance.length; cell++) distance[cell]! /= 3
  return distance
}

/** @param direction from the first cell to the last, or back */
function passOver(distance: Float32Array, width: number, height: number, direction: 1 | -1): void {
  const first = direction === 1 ? 0 : width - 1
  const last = width - 1 - first
  for (let row = 0; row < height; row++) {
    const start = (direction === 1 ? row : height - 1 - row) * width
    for (let x = first; x >= 0 && x < width; x += direction) {
      const cell = start + x
      const above = cell - direction * width
      let least = distance[cell]!
      if (x !== first) least = Math.min(least, distance[cell - direction]! + 3)
      if (row > 0) {
        least = Math.min(least, distance[above]! + 3)
        if (x !== first) least = Math.min(least, distance[above - direction]! + 4)
        if (x !== last) least = Math.min(least, distance[above + direction]! + 4)
      }
      distance[cell] = least
    }
  }
}
