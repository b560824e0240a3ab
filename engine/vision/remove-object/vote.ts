import { type Level, REACH } from './level.ts'
import type { PatchField } from './patch-field.ts'

/** How much less each pixel of depth counts: what lies at the edge of the hole knows best. */
const FALL = 1.25
/** Beyond this depth all count alike. */
const DEEPEST = 24
/** Share of the patches that are nearer than what counts as a usual difference. */
const USUAL = 0.75

/** What the patches say of each pixel around the hole and in it. */
export interface Votes {
  /** Red, green and blue. */
  colours: Float32Array
  /** 0 where no patch reaches. */
  weights: Float32Array
}

/**
 * Every patch says what the pixels under it should be; patches that fit well count more (Wexler and others 2007).
 *
 * @param sharpness how much more a patch counts that fits better; 1 is usual, more blurs less
 */
export function castVotes(level: Level, field: PatchField, sharpness: number): Votes {
  const { width, colours, targets, depth } = level
  const votes = {
    colours: new Float32Array(colours.length),
    weights: new Float32Array(width * level.height),
  }
  const usual = Math.max(1, quantile(field.cost, USUAL))
  for (const [i, at] of targets.entries()) {
    const fit = Math.exp((-sharpness * field.cost[i]!) / (2 * usual))
    const weight = Math.max(1e-6, fit) * FALL ** -Math.min(DEEPEST, depth[at]!)
    const from = field.source[i]!
    for (let row = -REACH; row <= REACH; row++)
      for (let column = -REACH; column <= REACH; column++) {
        const to = at + row * width + column
        const said = 3 * (from + row * width + column)
        votes.weights[to]! += weight
        votes.colours[3 * to]! += weight * colours[said]!
        votes.colours[3 * to + 1]! += weight * colours[said + 1]!
        votes.colours[3 * to + 2]! += weight * colours[said + 2]!
      }
  }
  for (const [at, weight] of votes.weights.entries())
    if (weight > 0) for (let c = 0; c < 3; c++) votes.colours[3 * at + c]! /= weight
  return votes
}

/** Paints the hole as the patches say. */
export function paintHole({ hole, colours }: Level, votes: Votes): void {
  for (const [at, value] of hole.entries())
    if (value !== 0 && votes.weights[at]! > 0)
      for (let c = 0; c < 3; c++) colours[3 * at + c] = votes.colours[3 * at + c]!
}

function quantile(values: Float32Array, share: number): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
