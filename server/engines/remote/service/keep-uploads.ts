import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Upload } from './plan-order.ts'

const MOST_FILES = 200
/** Services keep uploads for a day or longer. */
const KEPT_MS = 6 * 60 * 60_000

/** Puts a file there once in some hours, however many orders need it: a LoRA is far larger than an image. */
export function keepUploads(upload: Upload): Upload {
  const kept = new LRUCache<string, Promise<string>>({ max: MOST_FILES, ttl: KEPT_MS })
  return async (file, contentType) => {
    const key = createHash('sha256').update(file).digest('base64url')
    const known = kept.get(key)
    if (known) return known
    const put = upload(file, contentType)
    kept.set(key, put)
    try {
      return await put
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }
}
