import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { AuditPublication } from './publication.ts'

export interface CommunityDeps {
  db: Db
  limiter: RateLimiter
  audit: AuditPublication
  /** Whether a new installation shows the examples that come with the app. */
  showsExamples: boolean
  log: Log
}
