import type { Storage } from '#server/platform/storage/index.ts'
import type { Resizer } from './resize-picture.ts'
import type { PictureKeys } from './store-picture.ts'
import { lastFrameKey } from './store-video.ts'
import { variantsPrefix } from './variant-keys.ts'

/**
 * Removes a picture, its marked copy and every resized variant. The originals go first: from then on no new
 * variant is begun, and who is making one elsewhere looks for its original afterwards and takes it back.
 */
export async function deletePicture(
  storage: Storage,
  resizer: Resizer,
  keys: PictureKeys,
): Promise<void> {
  const { storageKey, markedStorageKey, videoStorageKey: video = null } = keys
  const lastFrame = video === null ? null : lastFrameKey(video)
  const originals = [storageKey, markedStorageKey, video, lastFrame].filter((key) => key !== null)
  for (const key of originals) await storage.delete(key)
  for (const key of originals) await resizer.forget(variantsPrefix({ kind: 'media', key }))
}
