import { connectedParts } from '../../diffusion/source/connected-parts.ts'
import type { Level } from './level.ts'

/**
 * A hole of which a connected part has so many pixels and is this deep, and that is no larger than this share of what is
 * looked at, is put together of large pieces, of what lies at the same height first. In smaller ones patches keep more of
 * what was there.
 */
const LARGE = { pixels: 4500, deep: 16, share: 0.5 } as const
/** Pieces are cut at the largest size at which the hole has at most so many pixels. */
const PIECES = 8_000

/**
 * Returns the size at which pieces are cut; -1: none are, for the hole is not large, or too large at every size.
 *
 * @param levels the smallest first
 */
export function levelOfPieces(levels: readonly Level[]): number {
  const full = levels.at(-1)
  if (!full || sizeOf(full.hole) > LARGE.share * full.hole.length) return -1
  const isLarge = connectedParts(full.hole, full, 'edges').some(
    (part) => part.length >= LARGE.pixels && part.some((at) => full.depth[at]! >= LARGE.deep),
  )
  return isLarge ? levels.findLastIndex(({ hole }) => sizeOf(hole) <= PIECES) : -1
}

const sizeOf = (hole: Uint8Array): number => hole.reduce((sum, value) => sum + value, 0)
