import type { SourceScene } from '../scene/source-scene.ts'
import type { NamedBackground } from './backgrounds.ts'

/** What is behind has the colours of a place if it is no further from them on average, of values in [-1, 1]. */
const NEAR = 0.35

/** Least share of each part of a place with a horizon, for both are to be seen. */
const PART = 0.1

/** Whether what is behind already is the place that is named: then it goes on as it is. */
export function showsBackground(
  { upper, lower, horizon }: NamedBackground,
  { behind, repainted }: SourceScene,
): boolean {
  const area = behind.width * behind.height
  const [one, other] = [upper, lower].map((colour) => colour.map((value) => 2 * value - 1))
  let [sum, count, nearUpper] = [0, 0, 0]
  for (let at = 0; at < area; at++) {
    if (repainted?.[at] === 0) continue
    const colour = [0, 1, 2].map((plane) => behind.data[plane * area + at]!)
    sum += fromBetween(colour, one!, other!)
    if (apart(colour, one!) < apart(colour, other!)) nearUpper++
    count++
  }
  const hasBoth = nearUpper > PART * count && nearUpper < (1 - PART) * count
  return sum < NEAR * count && (horizon === null || hasBoth)
}

/** How far a colour is from the nearest between two others. */
function fromBetween(
  colour: readonly number[],
  one: readonly number[],
  other: readonly number[],
): number {
  const along = other.map((value, i) => value - one[i]!)
  const length = along.reduce((sum, value) => sum + value ** 2, 0)
  const dot = along.reduce((sum, value, i) => sum + value * (colour[i]! - one[i]!), 0)
  const part = length > 0 ? Math.min(1, Math.max(0, dot / length)) : 0
  return apart(
    colour,
    one.map((value, i) => value + part * along[i]!),
  )
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!))
}
