import type { DepthMap } from '../added/find-depth.ts'

/** Depth of what is behind everything; the picture's lower edge has depth 1. */
const FARTHEST = 0.15
/** Share of the height at which the ground begins to come nearer. */
const HORIZON = 0.35
/** The subject stands before the ground that it stands on. */
const BEFORE = 0.12

/** Depth of the surroundings at a height, 0 (upper edge) to 1 (lower edge): a wall or sky above, ground below. */
export function depthAt(height: number): number {
  const t = Math.min(1, Math.max(0, (height - HORIZON) / (1 - HORIZON)))
  return FARTHEST + (1 - FARTHEST) * t * t * (3 - 2 * t)
}

/** @param foot height at which the subject ends below */
export const subjectDepth = (foot: number): number =>
  Math.min(1, Math.max(0.6, depthAt(foot)) + BEFORE)

/** Depth of what is seen at each height of a picture. */
export type DepthProfile = (height: number) => number

/** Rows of a profile. */
const ROWS = 96
/** How much nearer the next lower place may be, by the height of the picture: beyond it rows would fold over each other. */
const STEEPEST = 2
const SMOOTHING = 4

/**
 * Depth that a network found in a picture, as scenes take it: one depth at a height, without the subject. Rows in which
 * nothing but the subject is seen are as those around them.
 * @param opacity of the subject, 0 to 255; null: there is none
 */
export function profileOf(map: DepthMap, opacity: Cells | null): DepthProfile {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    meanOf(map, opacity, [row / ROWS, (row + 1) / ROWS], isOutside),
  )
  const filled = fillGaps(rows).map((value) => FARTHEST + (1 - FARTHEST) * value)
  const smooth = filled.map((_, row) => {
    const near = filled.slice(Math.max(0, row - SMOOTHING), row + SMOOTHING + 1)
    return near.reduce((sum, value) => sum + value, 0) / near.length
  })
  const step = STEEPEST / ROWS
  for (let row = 1; row < ROWS; row++) {
    const before = smooth[row - 1]!
    smooth[row] = Math.min(before + step, Math.max(before - step, smooth[row]!))
  }
  return (height) => {
    const place = Math.min(ROWS - 1, Math.max(0, height * ROWS - 0.5))
    const row = Math.min(ROWS - 2, Math.floor(place))
    return smooth[row]! + (smooth[row + 1]! - smooth[row]!) * (place - row)
  }
}

/** Depth of a subject that a network saw; never behind the ground that it stands on. */
export function subjectDepthIn(
  map: DepthMap,
  opacity: Cells,
  { profile, foot }: { profile: DepthProfile; foot: number },
): number {
  const mean = meanOf(map, opacity, [0, 1], (value) => value >= INSIDE)
  const found = mean === null ? 0 : FARTHEST + (1 - FARTHEST) * mean
  return Math.min(1, Math.max(found, profile(foot) + BEFORE / 2))
}

/** A value for each pixel of a picture. */
interface Cells {
  data: Uint8Array
  width: number
  height: number
}

const INSIDE = 250
const OUTSIDE = 24
const isOutside = (value: number): boolean => value < OUTSIDE

/** The mean of a map between two heights where the opacity is as wanted; null: nowhere. */
function meanOf(
  { values, edge }: DepthMap,
  opacity: Cells | null,
  [top, bottom]: readonly [number, number],
  isWanted: (value: number) => boolean,
): number | null {
  let [sum, count] = [0, 0]
  for (
    let y = Math.floor(top * edge);
    y < Math.max(Math.floor(top * edge) + 1, bottom * edge);
    y++
  ) {
    for (let x = 0; x < edge; x++) {
      if (opacity && !isWanted(at(opacity, (x + 0.5) / edge, (y + 0.5) / edge))) continue
      sum += values[y * edge + x]!
      count += 1
    }
  }
  return count === 0 ? null : sum / count
}

const at = ({ data, width, height }: Cells, x: number, y: number): number =>
  data[Math.floor(y * height) * width + Math.floor(x * width)]!

/** A row without a value has that of the nearest above it, else below it; without any it is half way. */
function fillGaps(rows: readonly (number | null)[]): number[] {
  const first = rows.find((row) => row !== null) ?? 0.5
  let last = first
  return rows.map((row) => (last = row ?? last))
}
