import type { Region } from '../../diffusion/enlarger/tiles.ts'
import type { DrawnSource } from '../../diffusion/model-companion.ts'
import type { Planes } from '../../diffusion/networks.ts'
import { distances } from '../../diffusion/source/distance.ts'
import { fillHole } from './fill-hole.ts'
import { fromPlainBackdrop } from './plain-backdrop.ts'
import { boundsOfLargest, roomWithin } from './room.ts'
import { foregroundMask } from './foreground-mask.ts'

/** What a drawing that starts from a picture is drawn on, in the pixels of its frame. */
export interface SourceScene {
  source: Planes
  /** Pixels that are redrawn: 1, else 0; null for all. */
  repainted: Uint8Array | null
  /** Whether they are added around the source, which shows none of them. */
  isAdded: boolean
  /** Pixels of the source's things: 1, else 0. */
  things: Uint8Array
  /** The source without its things, or without what is redrawn. */
  behind: Planes
  /** How sure it is of what is behind, from 0 to 1. */
  sure: Float32Array
  /** Where things are laid. */
  room: Region
  /** 0 to 1. */
  strength: number
}

/** The edge of a thing is soft: around it, for so much of the shorter edge, is something of its colours. */
const SOFT_EDGE = 3 / 128

const scenes = new WeakMap<DrawnSource, SourceScene>()

/** The scene of a source, which all pictures of a request share. */
export function sceneOf(drawn: DrawnSource): SourceScene {
  const { picture, repainted, isAdded, strength } = drawn
  const scene = scenes.get(drawn) ?? readScene(picture, repainted, isAdded, strength)
  scenes.set(drawn, scene)
  return scene
}

/**
 * @param source in its frame
 * @param repainted null if it is drawn over as a whole
 * @param isAdded whether what is redrawn lies around the source
 */
export function readScene(
  source: Planes,
  repainted: Uint8Array | null,
  isAdded: boolean,
  strength: number,
): SourceScene {
  const { width, height } = source
  const whole = { left: 0, top: 0, width, height }
  const own = repainted ? null : foregroundMask(source, fromPlainBackdrop(source))
  const filled = fillHole(source, repainted ?? withEdge(own!, source))
  // What is added carries on the source's edges, and is no thing.
  const things = isAdded ? foregroundMask(filled.picture) : (repainted ?? own!)
  const room =
    (repainted ? roomWithin(repainted, source) : boundsOfLargest(things, source)) ?? whole
  const { picture: behind, sure } = filled
  return { source, repainted, isAdded, things, behind, sure, room, strength }
}

function withEdge(things: Uint8Array, source: Planes): Uint8Array {
  if (!things.includes(1)) return things
  const reach = SOFT_EDGE * Math.min(source.width, source.height)
  return Uint8Array.from(distances(things, source), (away) => Number(away <= reach))
}
