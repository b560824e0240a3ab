import type { Planes } from '../../diffusion/networks.ts'
import { distances } from '../../diffusion/source/distance.ts'
import { foregroundMask } from '../scene/foreground-mask.ts'
import { fromPlainBackdrop } from '../scene/plain-backdrop.ts'
import { boundsOfAll } from '../scene/room.ts'
import type { NearConcept } from '../store/nearest-concepts.ts'
import { composePictures } from './compose-pictures.ts'
import { reachedFromFrame } from '../background/foreground.ts'
import type { Spot } from '../subject/layout.ts'
import { countNearer, type Looking } from './shows-already.ts'

/**
 * A drawing does not show a thing if more than this many of the 300 others are more like it. Of 160 drawings of things all over the store,
 * alone and beside others, 159 had at most 30; taken for other things, three in four had more.
 */
const MOST_NEARER = 30
/** What is drawn smaller than this share of the shorter edge is too coarse to tell from other things: that it is there is enough. */
const SMALLEST = 0.4
/** The drawing may reach so far beyond what led it, as a share of the shorter edge. */
const AROUND = 4 / 128

/**
 * Whether the main thing can be made out in a drawing, where it was to be. Nothing but the drawing itself is looked at: what stands
 * out from its background there, against the pictures of the store.
 *
 * @param near the main thing first
 * @param drawn.main what led it, and where
 */
export async function showsMainThing(
  looking: Looking,
  near: readonly NearConcept[],
  drawn: { picture: Planes; main: { picture: Planes; spot: Spot } },
): Promise<boolean> {
  const { picture: source, main } = drawn
  const { width, height } = source
  const alone = composePictures(source, { left: 0, top: 0, width, height }, [main])
  const expected = reachedFromFrame(alone).map((outside) => 1 - outside)
  const around = AROUND * Math.min(width, height)
  const own = foregroundMask(source, fromPlainBackdrop(source))
  const away = distances(expected, source)
  const things = own.map((value, at) => (away[at]! <= around ? value : 0))
  const bounds = boundsOfAll(things, source)
  if (!bounds) return false
  if (Math.max(bounds.width, bounds.height) < SMALLEST * Math.min(width, height)) return true
  const nearer = await countNearer(looking, near, { source, things, bounds }, MOST_NEARER)
  return nearer <= MOST_NEARER
}
