import { boxBlur } from '../pictures/box-blur.ts'
import type { ForegroundMap } from '../pictures/foreground-map.ts'
import type { GuideColours } from './guided-filter.ts'

/** Cells along the longer edge of the grid on which parts are settled. */
const EDGE = 200
/** A certainty that changes by so much from one cell to the next is an outline, and not a part that is half seen. */
const OUTLINE = 0.16
/** So many cells around a part are settled with it: its outline. */
const AROUND = 2
/** How different neighbours' colours are that hardly hold together, 0 to 1. */
const HOLD = 0.045
/** How strongly neighbours of one colour are held together, against what the network says of a cell. */
const TOGETHER = 24
/** How much the network's own answer counts at least, where it is half sure. */
const LEAST_SAID = 0.015
/** How much the colours count of what is surely foreground and surely background, where the network is half sure. */
const COLOURS = 0.03
/** Steps of each colour that are told apart. */
const SHADES = 12
/** Between these a part becomes background or foreground. */
const [NOTHING, ALL] = [0.3, 0.42]
/** Sure cells of either kind, of which colours are learned. */
const [SURE_NOTHING, SURE_ALL] = [0.06, 0.94]
const LEAST_HOLD = 0.002
const SURELY_SAID = 8
const ROUNDS = 80
const RELAXATION = 1.7
/** Less of the picture than this is half seen: there is nothing to settle. */
const LEAST_PART = 0.002

/**
 * Decides of parts that the network half sees, a leg, a shirt, a fin: they become foreground or background as a whole, up
 * to an edge of the picture, by what the network says of all of their cells and by their colours (random walks with
 * priors; Grady 2005). Outlines, where certainty changes quickly, stay as they are.
 */
export function settleParts(map: ForegroundMap, guide: GuideColours): ForegroundMap {
  const small = shrink(map, guide)
  const soft = softness(small)
  if (soft.reduce((sum, value) => sum + value, 0) < LEAST_PART * soft.length) return map
  const settled = walk(small, likeForeground(small))
  for (let cell = 0; cell < settled.length; cell++) {
    const t = Math.min(1, Math.max(0, (settled[cell]! - NOTHING) / (ALL - NOTHING)))
    settled[cell] = soft[cell]! * (t * t * (3 - 2 * t) - small.values[cell]!)
  }
  return addEnlarged(map, { ...small, values: settled })
}

interface Small extends ForegroundMap {
  guide: Float32Array
}

/** Means over squares of cells. */
function shrink({ values, width, height }: ForegroundMap, guide: GuideColours): Small {
  const by = Math.max(1, Math.ceil(Math.max(width, height) / EDGE))
  const [w, h] = [Math.ceil(width / by), Math.ceil(height / by)]
  const small = {
    values: new Float32Array(w * h),
    guide: new Float32Array(3 * w * h),
    width: w,
    height: h,
  }
  const counts = new Float32Array(w * h)
  for (let y = 0, cell = 0; y < height; y++)
    for (let x = 0; x < width; x++, cell++) {
      const to = Math.floor(y / by) * w + Math.floor(x / by)
      counts[to]!++
      small.values[to]! += values[cell]!
      for (let c = 0; c < 3; c++) small.guide[3 * to + c]! += guide[3 * cell + c]!
    }
  for (const [cell, count] of counts.entries()) {
    small.values[cell]! /= count
    for (let c = 0; c < 3; c++) small.guide[3 * cell + c]! /= count
  }
  return small
}

/** How much a cell belongs to a part that is half seen, 0 to 1. */
function softness({ values, width, height }: ForegroundMap): Float32Array {
  const soft = new Float32Array(values.length)
  for (let y = 0, cell = 0; y < height; y++)
    for (let x = 0; x < width; x++, cell++) {
      const value = values[cell]!
      const left = values[x > 0 ? cell - 1 : cell]!
      const right = values[x < width - 1 ? cell + 1 : cell]!
      const above = values[y > 0 ? cell - width : cell]!
      const below = values[y < height - 1 ? cell + width : cell]!
      const steep = Math.hypot(right - left, below - above) / 2 / OUTLINE
      // Haze of little certainty stays for hair to be found in.
      const mixed = value * (1 - value)
      const half = Math.min(1, Math.max(0, value < 0.5 ? 9 * mixed - 0.4 : 14 * mixed - 0.3))
      soft[cell] = half * Math.max(0, 1 - steep * steep)
    }
  return boxBlur(widen(soft, width, height), { width, height }, 1, 1)
}

/** The outline of a part belongs to it: each cell has the most of those around it. */
function widen(soft: Float32Array, width: number, height: number): Float32Array {
  const across = soft.map((value, cell) => {
    const x = cell % width
    let most = value
    for (let i = Math.max(0, x - AROUND); i <= Math.min(width - 1, x + AROUND); i++)
      most = Math.max(most, soft[cell - x + i]!)
    return most
  })
  return across.map((value, cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)]
    let most = value
    for (let i = Math.max(0, y - AROUND); i <= Math.min(height - 1, y + AROUND); i++)
      most = Math.max(most, across[i * width + x]!)
    return most
  })
}

/** How like the foreground's a cell's colour is, 0 to 1; half where both have it or neither. */
function likeForeground({ values, guide }: Small): Float32Array {
  const counts = [new Float32Array(SHADES ** 3), new Float32Array(SHADES ** 3)]
  const totals = [1e-6, 1e-6]
  const shadeOf = (cell: number): number => {
    let shade = 0
    for (let c = 0; c < 3; c++)
      shade = shade * SHADES + Math.min(SHADES - 1, Math.floor(guide[3 * cell + c]! * SHADES))
    return shade
  }
  for (const [cell, value] of values.entries()) {
    const kind = value >= SURE_ALL ? 1 : value <= SURE_NOTHING ? 0 : -1
    if (kind < 0) continue
    counts[kind]![shadeOf(cell)]!++
    totals[kind]!++
  }
  return values.map((_, cell) => {
    const shade = shadeOf(cell)
    const [behind, before] = [counts[0]![shade]! / totals[0]!, counts[1]![shade]! / totals[1]!]
    // A colour that hardly occurs says nothing.
    return (before + 5e-4) / (before + behind + 1e-3)
  })
}

/** Certainty that spreads within what has one colour. */
function walk({ values, guide, width, height }: Small, alike: Float32Array): Float32Array {
  const count = values.length
  // A row of room before and behind: nothing holds there, and no cell has to ask where the border is.
  const across = new Float32Array(count + 2 * width)
  const down = new Float32Array(count + 2 * width)
  const said = new Float32Array(count + 2 * width)
  const shares = new Float32Array(count + 2 * width)
  const found = new Float32Array(count + 2 * width)
  const hold = (a: number, b: number): number => {
    let apart = 0
    for (let c = 0; c < 3; c++) apart += (guide[3 * a + c]! - guide[3 * b + c]!) ** 2
    return TOGETHER * Math.exp(-apart / (2 * HOLD * HOLD)) + LEAST_HOLD
  }
  for (let y = 0, cell = 0; y < height; y++)
    for (let x = 0; x < width; x++, cell++) {
      if (x < width - 1) across[width + cell] = hold(cell, cell + 1)
      if (y < height - 1) down[width + cell] = hold(cell, cell + width)
    }
  for (let cell = 0, at = width; cell < count; cell++, at++) {
    const sure = (2 * values[cell]! - 1) ** 4
    const own = LEAST_SAID + SURELY_SAID * sure
    const by = COLOURS * Math.abs(2 * alike[cell]! - 1) * (1 - sure)
    said[at] = own * values[cell]! + by * alike[cell]!
    const held = across[at - 1]! + across[at]! + down[at - width]! + down[at]!
    shares[at] = 1 / (own + by + held)
    found[at] = values[cell]!
  }
  for (let round = 0; round < ROUNDS; round++)
    for (let at = width; at < width + count; at++) {
      const sum =
        said[at]! +
        across[at - 1]! * found[at - 1]! +
        across[at]! * found[at + 1]! +
        down[at - width]! * found[at - width]! +
        down[at]! * found[at + width]!
      found[at]! += RELAXATION * (sum * shares[at]! - found[at]!)
    }
  return found.subarray(width, width + count)
}

/** Adds values of a coarse grid to those of a map, between cells. */
function addEnlarged(map: ForegroundMap, { values, width, height }: ForegroundMap): ForegroundMap {
  const added = Float32Array.from(map.values)
  const by = Math.max(1, Math.ceil(Math.max(map.width, map.height) / EDGE))
  for (let y = 0, cell = 0; y < map.height; y++) {
    const v = Math.min(height - 1, Math.max(0, (y + 0.5) / by - 0.5))
    const [top, low] = [Math.floor(v), Math.min(height - 1, Math.floor(v) + 1)]
    for (let x = 0; x < map.width; x++, cell++) {
      const u = Math.min(width - 1, Math.max(0, (x + 0.5) / by - 0.5))
      const [left, right] = [Math.floor(u), Math.min(width - 1, Math.floor(u) + 1)]
      const [s, t] = [u - left, v - top]
      const upper = values[top * width + left]! * (1 - s) + values[top * width + right]! * s
      const lower = values[low * width + left]! * (1 - s) + values[low * width + right]! * s
      added[cell] = Math.min(1, Math.max(0, added[cell]! + upper * (1 - t) + lower * t))
    }
  }
  return { ...map, values: added }
}
