import type { Planes } from '../networks.ts'
import type { Ground } from '../source/ground.ts'
import { foregroundCells } from './foreground.ts'

/** Cells that a thing covers by so much belong to it. */
const COVERED = 0.75
/** Cells that it covers by less are background. */
const FREE = 0.02

/** How far a hint leads, from 0 to 1: with its things, and with what lies behind them. */
export interface Shares {
  things: number
  behind: number
}

/**
 * How far a hint leads each latent cell, from 0 to 1: where its things are, where the place that is named is, and what is surely
 * behind what is drawn anew.
 *
 * @param things of the hint, on white
 */
export function ledCells(
  things: Planes,
  downscale: number,
  ground: Ground | null,
  hasPlace: boolean,
  shares: Shares,
): Float32Array {
  const covered = foregroundCells(things, downscale).map((cover) =>
    cover >= FREE ? Math.min(1, cover / COVERED) : 0,
  )
  const behind = new Float32Array(covered.length)
  if (hasPlace) behind.fill(1)
  else if (ground) {
    const { width } = things
    const columns = width / downscale
    for (const [at, value] of ground.sure.entries()) {
      const row = Math.floor(at / width / downscale)
      behind[row * columns + Math.floor((at % width) / downscale)]! += value / downscale ** 2
    }
  }
  return covered.map(
    (cover, cell) => cover * shares.things + (1 - cover) * behind[cell]! * shares.behind,
  )
}
