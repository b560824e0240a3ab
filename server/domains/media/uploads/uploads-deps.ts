import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import type { Media } from '../create-media.ts'

export interface StorageLimit {
  bytes: number
  /** Why it is not the plan's; null: it is. */
  reason: string | null
}

export interface UploadsDeps {
  db: Db
  storage: Storage
  media: Media
  limiter: RateLimiter
  /** Days after which an uploaded picture is deleted by itself. */
  keepDays: number
  /** How much somebody's uploads may take. */
  storageLimitOf(userId: string): Promise<StorageLimit>
  log: Log
}
