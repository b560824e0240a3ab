import { type Level, REACH } from './level.ts'
import type { PatchField } from './patch-field.ts'

/** Moves that are offered, at most: more of them hardly lower what seams show. */
const MOST = 48

/** From a place to what is copied there, pixels. */
export interface Move {
  right: number
  down: number
}

/** Returns the moves that most patches found, the most frequent first, none of them next to another. */
export function frequentMoves({ width, height, targets }: Level, { source }: PatchField): Move[] {
  const across = 2 * width + 1
  const counts = new Map<number, number>()
  for (const [i, at] of targets.entries()) {
    const { right, down } = moveBetween(width, at, source[i]!)
    const key = (down + height) * across + right + width
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const peaks: { key: number; sum: number }[] = []
  for (const [key, count] of counts) {
    let [isPeak, sum] = [true, 0]
    for (let row = -1; row <= 1; row++)
      for (let column = -1; column <= 1; column++) {
        const step = row * across + column
        const beside = counts.get(key + step) ?? 0
        sum += beside
        if (beside > count || (beside === count && step < 0)) isPeak = false
      }
    if (isPeak) peaks.push({ key, sum })
  }
  return peaks
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, MOST)
    .map(({ key }) => ({
      right: (key % across) - width,
      down: Math.floor(key / across) - height,
    }))
}

/** Returns the move of the patch around a pixel, or of the nearest one where a patch would leave the picture. */
export function moveOfPatch(
  { width, height, targets, targetAt }: Level,
  { source }: PatchField,
  at: number,
): Move {
  const column = Math.min(width - 1 - REACH, Math.max(REACH, at % width))
  const row = Math.min(height - 1 - REACH, Math.max(REACH, Math.floor(at / width)))
  const i = targetAt[row * width + column]!
  return moveBetween(width, targets[i]!, source[i]!)
}

/** Returns the place that a move leads to; -1: it lies beyond the picture. */
export function placeAfter({ width, height }: Level, at: number, { right, down }: Move): number {
  const [x, y] = [(at % width) + right, Math.floor(at / width) + down]
  return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
}

const moveBetween = (width: number, at: number, from: number): Move => ({
  right: (from % width) - (at % width),
  down: Math.floor(from / width) - Math.floor(at / width),
})
