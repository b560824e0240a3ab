import { LRUCache } from 'lru-cache'
import type { Media } from '#server/domains/media/index.ts'
import { isExplicit, type Moderation } from '#server/domains/moderation/index.ts'
import type { FoundInput } from '../kind.ts'

/** What the classifier sees in pictures that jobs start from. */
export interface InputLooks {
  /** Whether a picture is explicit, by the lower threshold; false where it cannot be looked at, as results are looked at too. */
  isExplicit(picture: FoundInput): Promise<boolean>
}

/** Pictures whose look is remembered. A file never changes, so neither does that. */
const REMEMBERED = 5000

/** Looks at each picture once. */
export function createInputLooks({
  media,
  moderation,
}: {
  media: Media
  moderation: Moderation
}): InputLooks {
  const known = new LRUCache<string, Promise<boolean>>({ max: REMEMBERED })

  async function look({ storageKey }: FoundInput): Promise<boolean> {
    const file = await media.readPicture(storageKey)
    const judged = file && (await moderation.judgePicture(file))
    if (!judged?.scores) known.delete(storageKey)
    return judged !== null && isExplicit(judged)
  }

  return {
    isExplicit(picture) {
      const { storageKey } = picture
      const before = known.get(storageKey)
      if (before) return before
      const looked = look(picture)
      known.set(storageKey, looked)
      looked.catch(() => known.delete(storageKey))
      return looked
    },
  }
}
