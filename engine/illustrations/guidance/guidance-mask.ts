import type { Planes } from '../../diffusion/networks.ts'
import type { SourceScene } from '../scene/source-scene.ts'
import { foregroundCells } from '../background/foreground.ts'

/** Cells that a thing covers by so much belong to it. */
const COVERED = 0.75
/** Cells that it covers by less are background. */
const FREE = 0.02

/** How far a guidance image leads, from 0 to 1: with its things, and with what lies behind them. */
export interface Shares {
  things: number
  behind: number
}

/**
 * How far a guidance image leads each latent cell, from 0 to 1: where its things are, where the place that is named is, and what is surely
 * behind what is redrawn.
 *
 * @param things of the guidance image, on white
 */
export function guidanceMask(
  things: Planes,
  downscale: number,
  scene: SourceScene | null,
  hasBackground: boolean,
  shares: Shares,
): Float32Array {
  const covered = foregroundCells(things, downscale).map((cover) =>
    cover >= FREE ? Math.min(1, cover / COVERED) : 0,
  )
  const behind = new Float32Array(covered.length)
  // What nothing is said of is white, as the guidance image has it.
  if (hasBackground || !scene) behind.fill(1)
  else {
    const { width } = things
    const columns = width / downscale
    for (const [at, value] of scene.sure.entries()) {
      const row = Math.floor(at / width / downscale)
      behind[row * columns + Math.floor((at % width) / downscale)]! += value / downscale ** 2
    }
  }
  return covered.map(
    (cover, cell) => cover * shares.things + (1 - cover) * behind[cell]! * shares.behind,
  )
}

/** 1 for the latent cells that no thing touches, nor the cells around them; `things` are those of a guidance image, on white. */
export function stillCells(things: Planes, downscale: number): Uint8Array {
  const covered = foregroundCells(things, downscale)
  const columns = things.width / downscale
  return Uint8Array.from(covered, (_, cell) => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)]
    for (let row = y - 1; row <= y + 1; row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++)
        if ((covered[row * columns + column] ?? 0) > 0) return 0
    return 1
  })
}
