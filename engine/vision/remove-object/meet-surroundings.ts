import type { Point } from '../pictures/rgb-picture.ts'
import { spreadInwards } from '../pictures/spread-inwards.ts'
import type { Level } from './level.ts'
import type { Votes } from './vote.ts'

/** Beyond this difference, at the hole's edge, the surroundings hold a rest of what is removed: they are not met. */
const REST = 45
/** Rounds in which the differences even out. */
const ROUNDS = 60
/** Factor of the successive over-relaxation. */
const RELAXATION = 1.8

/**
 * Lets what was painted run into its surroundings without a seam: the differences at the edge of the hole are spread
 * evenly over it, so that all within keeps its contrasts (Poisson blending; Pérez, Gangnet and Blake 2003).
 *
 * @param besideRest so close to a rest of the thing, pixels, the surroundings are not met either
 */
export function meetSurroundings(level: Level, votes: Votes, besideRest: number): void {
  const { width, height, hole, colours } = level
  const apart = new Float32Array(colours.length)
  const isUnknown = new Uint8Array(hole.length).fill(1)
  const rests: Point[] = []
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (hole[at] !== 0 || votes.weights[at] === 0 || !isBesideHole(level, x, y)) continue
      let most = 0
      for (let c = 0; c < 3; c++) {
        apart[3 * at + c] = colours[3 * at + c]! - votes.colours[3 * at + c]!
        most = Math.max(most, Math.abs(apart[3 * at + c]!))
      }
      if (most > REST) rests.push({ x, y })
      else isUnknown[at] = 0
    }
  for (const { x, y } of rests)
    for (let row = Math.max(0, y - besideRest); row <= Math.min(height - 1, y + besideRest); row++)
      isUnknown.fill(
        1,
        row * width + Math.max(0, x - besideRest),
        row * width + Math.min(width, x + besideRest + 1),
      )
  if (!isUnknown.includes(0)) return
  const correction = spreadInwards({ data: apart, width, height }, isUnknown)
  relax(level, correction)
  for (const [at, value] of hole.entries())
    if (value !== 0) for (let c = 0; c < 3; c++) colours[3 * at + c]! += correction[3 * at + c]!
}

function isBesideHole({ width, height, hole }: Level, x: number, y: number): boolean {
  const at = y * width + x
  return (
    (x > 0 && hole[at - 1] !== 0) ||
    (x < width - 1 && hole[at + 1] !== 0) ||
    (y > 0 && hole[at - width] !== 0) ||
    (y < height - 1 && hole[at + width] !== 0)
  )
}

/** Each value in the hole towards the mean of its four neighbours, again and again. */
function relax({ width, height, hole }: Level, values: Float32Array): void {
  const inside: number[] = []
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) if (hole[y * width + x] !== 0) inside.push(y * width + x)
  for (let round = 0; round < ROUNDS; round++)
    for (const at of inside)
      for (let c = 0; c < 3; c++) {
        const i = 3 * at + c
        const mean =
          (values[i - 3]! + values[i + 3]! + values[i - 3 * width]! + values[i + 3 * width]!) / 4
        values[i]! += RELAXATION * (mean - values[i]!)
      }
}
