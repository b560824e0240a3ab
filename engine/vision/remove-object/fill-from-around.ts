import { randomNumbers } from '#lib/random-numbers.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { spreadInwards } from '../pictures/spread-inwards.ts'
import { createLevel, EDGE, halve, type Holed, type Level, REACH, widen } from './level.ts'
import { levelOfPieces } from './level-of-pieces.ts'
import { meetSurroundings } from './meet-surroundings.ts'
import { cutPieces } from './cut-pieces.ts'
import { enlarge, measure, type PatchField, scatter, search, searchAll } from './patch-field.ts'
import { castVotes, paintHole, type Votes } from './vote.ts'

/** What is this close to the hole is not copied: it may show the rest of an edge, pixels. */
const MARGIN = 2
/** The hole is at most this deep at the smallest size, pixels. */
const SHALLOW = 4
/** Shorter edge of the smallest size, pixels. */
const SMALLEST = 8 * REACH
/** Most rounds of search and vote at one size, and how many patches all of them together may look at. */
const ROUNDS = { most: 16, least: 2 } as const
const PATCHES = 120_000
/** Every so many rounds all is compared with all, at sizes that allow it. */
const THOROUGH = 4
/** So far around is searched at larger sizes, pixels. */
const BESIDE_SEAM = 4
/** Distance in pixels from leftover parts of the object within which the surroundings of a large hole show its colour, too. */
const BESIDE_REST = 4
/** In a large hole, a patch from as far up or down as the picture is high counts as this far from what is looked for, of 255. */
const UPRIGHT = 60
/** Sharper votes at the full size: there nothing has to be found any more. */
const SHARP = 8

/**
 * Paints a hole with what surrounds it: the same patches that are seen elsewhere, at coarse sizes first, which settles
 * what goes where, then finer and finer (Wexler, Shechtman and Irani 2007). The same picture always gives the same.
 *
 * @param hole 1 in the hole, else 0
 * @param onStep told after each size how many of how many are done
 * @returns red, green and blue of each pixel, 0 to 255; null where the picture has nothing to copy from
 */
export function fillFromAround(
  { data, width, height }: RgbPicture,
  hole: Uint8Array,
  onStep: (done: number, of: number) => void,
  signal: AbortSignal,
): Float32Array | null {
  const levels = buildLevels(data, hole, width, height)
  if (levels.length === 0) return null
  const piecesAt = levelOfPieces(levels)
  if (piecesAt >= 0)
    for (const level of levels) level.upright = (UPRIGHT * Math.sqrt(3) * EDGE) / level.height
  const random = randomNumbers(1)
  let field: PatchField | null = null
  let coarse: Level | null = null
  for (const [i, level] of levels.entries()) {
    signal.throwIfAborted()
    const isLast = i === levels.length - 1
    if (field && coarse) {
      field = enlarge(field, coarse, level, random)
      // Nothing is known of the hole at this size: the patches that were found before paint it.
      paintHole(level, castVotes(level, field, 1))
    } else field = scatter(level, random)
    // After the pieces are cut, only their seams are still searched for something better.
    const reach =
      piecesAt >= 0 && i > piecesAt ? BESIDE_SEAM : Math.max(level.width, level.height) / 2
    let votes = settle(level, field, random, reach, isLast, signal)
    if (i === piecesAt) {
      cutPieces(level, field, signal)
      measure(level, field)
      votes = castVotes(level, field, SHARP)
      paintHole(level, votes)
    }
    if (isLast) meetSurroundings(level, votes, piecesAt >= 0 ? BESIDE_REST : 0)
    coarse = level
    onStep(i + 1, levels.length)
  }
  return coarse && coarse.colours
}

/** Searches and votes in turns. */
function settle(
  level: Level,
  field: PatchField,
  random: () => number,
  reach: number,
  isLast: boolean,
  signal: AbortSignal,
): Votes {
  const affordable = Math.round(PATCHES / Math.max(1, level.targets.length))
  const rounds = Math.max(ROUNDS.least, Math.min(ROUNDS.most, affordable))
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted()
    measure(level, field)
    if (round % THOROUGH !== 0 || !searchAll(level, field)) {
      search(level, field, true, reach, random)
      search(level, field, false, reach, random)
    }
    if (round < rounds - 1) paintHole(level, castVotes(level, field, 1))
  }
  const votes = castVotes(level, field, isLast ? SHARP : 1)
  paintHole(level, votes)
  return votes
}

/** The sizes, the smallest first; none if not even the full size has anything to copy. */
function buildLevels(data: Uint8Array, hole: Uint8Array, width: number, height: number): Level[] {
  const blocked = widen(hole, width, height, MARGIN)
  const colours = spreadInwards({ data, width, height }, hole)
  let size: Holed = { width, height, colours, hole }
  if (Math.min(width, height) <= 2 * REACH) return []
  const first = createLevel(size, blocked)
  if (first.sources.length === 0) return []
  const levels = [first]
  while (
    Math.min(size.width, size.height) >= 2 * SMALLEST &&
    deepestOf(levels[0]!.depth) > SHALLOW
  ) {
    const half = halve(size)
    const { width: w, height: h } = half
    size = { ...half, colours: spreadInwards({ ...half, data: half.colours }, half.hole) }
    const level = createLevel(size, widen(size.hole, w, h, 1))
    if (level.sources.length === 0) break
    levels.unshift(level)
  }
  return levels
}

const deepestOf = (depth: Float32Array): number =>
  depth.reduce((deepest, one) => Math.max(deepest, one), 0)
