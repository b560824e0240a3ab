import { LRUCache } from 'lru-cache'
import type { PointedAt } from '#lib/engine-spec/index.ts'
import { MOST_PIXELS } from '../limits.ts'
import { decodePicture } from '../pictures/decode-picture.ts'
import {
  type AddedSelection,
  encodeMask,
  seePicture,
  type SeenPicture,
  selectObject,
} from './select-object.ts'

/** Pictures whose features are kept: 8 MB each of the usual network. */
const KEPT = 8

/** Selects in pictures, each of which is looked at once while it is kept. */
export interface ObjectSelector {
  /**
   * @param image left out: as it was before
   * @returns a PNG as {@link encodeMask} makes it; null: the picture is not kept and its file is needed
   */
  select(
    networks: AddedSelection,
    picture: { key: string; image: Uint8Array | null },
    points: readonly PointedAt[],
  ): Promise<Uint8Array | null>
}

export function createObjectSelector(): ObjectSelector {
  const seen = new LRUCache<string, SeenPicture>({ max: KEPT })
  return {
    async select(networks, { key, image }, points) {
      const name = `${networks.sha256} ${key}`
      let picture = seen.get(name)
      if (!picture) {
        if (image === null) return null
        picture = await seePicture(networks, await decodePicture(image, MOST_PIXELS))
        seen.set(name, picture)
      }
      return encodeMask(await selectObject(networks, picture, points))
    },
  }
}
