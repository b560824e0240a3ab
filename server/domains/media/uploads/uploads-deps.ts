import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import type { Media } from '../create-media.ts'

export interface UploadsDeps {
  db: Db
  storage: Storage
  media: Media
  limiter: RateLimiter
  /** Days after which an uploaded picture is deleted by itself. */
  keepDays: number
  /** Bytes that somebody's uploads may take, by their plan. */
  storageLimitOf(userId: string): Promise<number>
  log: Log
}
