import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { AuditPublication } from './publication.ts'

export interface CommunityDeps {
  db: Db
  limiter: RateLimiter
  audit: AuditPublication
  /** Whether a new installation shows the examples that come with the app. */
  showsExamples: boolean
  /** `all`: every image waits for the staff; `flagged`: only those of people, and those that are not for everybody. */
  publicationReview: 'all' | 'flagged'
  /** Whether all persons that these models show are the caller themselves, as they stated at the training. */
  areOwnFaces(tx: Tx, userId: string, loras: readonly string[]): Promise<boolean>
  log: Log
}
