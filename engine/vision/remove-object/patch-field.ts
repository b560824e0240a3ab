/**
 * For each patch that touches the hole a patch elsewhere that looks like it, found as in PatchMatch (Barnes and others
 * 2009): good finds are passed on to neighbours, and random places around them are tried.
 */
import { type Level, REACH } from './level.ts'

export interface PatchField {
  /** Middle of the source of each target of the level. */
  source: Int32Array
  /** Sum of the squared differences of the two patches. */
  cost: Float32Array
}

/** Each target gets any source. */
export function scatter({ targets, sources }: Level, random: () => number): PatchField {
  return {
    source: Int32Array.from(targets, () => sources[Math.floor(random() * sources.length)]!),
    cost: new Float32Array(targets.length),
  }
}

/** The field of a level from that of the level of half its size. */
export function enlarge(
  field: PatchField,
  coarse: Level,
  fine: Level,
  random: () => number,
): PatchField {
  const larger = scatter(fine, random)
  for (const [i, at] of fine.targets.entries()) {
    const [x, y] = [at % fine.width, Math.floor(at / fine.width)]
    const target = coarse.targetAt[nearInside(coarse, x >> 1, y >> 1)]!
    if (target < 0) continue
    const from = field.source[target]!
    const left = 2 * (from % coarse.width) + (x & 1)
    const top = 2 * Math.floor(from / coarse.width) + (y & 1)
    if (left >= fine.width || top >= fine.height) continue
    const source = top * fine.width + left
    if (fine.isSource[source] === 1) larger.source[i] = source
  }
  return larger
}

/** The pixel, or the nearest that can be the middle of a patch. */
function nearInside({ width, height }: Level, x: number, y: number): number {
  const column = Math.min(width - 1 - REACH, Math.max(REACH, x))
  return Math.min(height - 1 - REACH, Math.max(REACH, y)) * width + column
}

/** Pairs of patches up to which all are compared. */
const FEW_PAIRS = 250_000

/** Finds the very best source of each target, where there are few enough to try them all: answers whether it did. */
export function searchAll(level: Level, { source, cost }: PatchField): boolean {
  const { targets, sources } = level
  if (targets.length * sources.length > FEW_PAIRS) return false
  for (const [i, at] of targets.entries()) {
    let least = cost[i]!
    for (const from of sources) {
      const found = difference(level, at, from, least)
      if (found >= least) continue
      source[i] = from
      least = found
    }
    cost[i] = least
  }
  return true
}

/**
 * One pass over all targets, forwards or backwards.
 *
 * @param reach of the first random place that is tried, pixels; each next is half as far
 */
export function search(
  level: Level,
  { source, cost }: PatchField,
  isForward: boolean,
  reach: number,
  random: () => number,
): void {
  const { width, height, targets, targetAt, isSource } = level
  const step = isForward ? -1 : 1
  const count = targets.length
  for (let n = 0; n < count; n++) {
    const i = isForward ? n : count - 1 - n
    const at = targets[i]!
    let best = source[i]!
    let least = cost[i]!
    for (const away of [step, step * width]) {
      const beside = targetAt[at + away]!
      if (beside < 0) continue
      const from = source[beside]! - away
      if (from === best || isSource[from] !== 1) continue
      const found = difference(level, at, from, least)
      if (found >= least) continue
      ;[best, least] = [from, found]
    }
    for (let radius = reach; radius >= 1; radius /= 2) {
      const x = (best % width) + Math.round((2 * random() - 1) * radius)
      const y = Math.floor(best / width) + Math.round((2 * random() - 1) * radius)
      if (x < REACH || y < REACH || x >= width - REACH || y >= height - REACH) continue
      const from = y * width + x
      if (from === best || isSource[from] !== 1) continue
      const found = difference(level, at, from, least)
      if (found >= least) continue
      ;[best, least] = [from, found]
    }
    source[i] = best
    cost[i] = least
  }
}

/** Measures all pairs again, after the hole has changed. */
export function measure(level: Level, { source, cost }: PatchField): void {
  for (const [i, at] of level.targets.entries())
    cost[i] = difference(level, at, source[i]!, Infinity)
}

/** Sum of the squared differences of two patches; at least `enough` as soon as it is no less. */
function difference(
  { colours, width, upright }: Level,
  at: number,
  from: number,
  enough: number,
): number {
  const down = upright * (Math.floor(from / width) - Math.floor(at / width))
  let sum = down * down
  const length = 3 * (2 * REACH + 1)
  for (let row = -REACH; row <= REACH; row++) {
    let a = 3 * (at + row * width - REACH)
    let b = 3 * (from + row * width - REACH)
    for (const end = a + length; a < end; a++, b++) {
      const apart = colours[a]! - colours[b]!
      sum += apart * apart
    }
    if (sum >= enough) return sum
  }
  return sum
}
