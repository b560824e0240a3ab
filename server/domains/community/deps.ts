import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { AuditPublication } from './publication.ts'

export interface CommunityDeps {
  db: Db
  audit: AuditPublication
  /** Whether a new installation shows the examples that come with the app. */
  showsExamples: boolean
  log: Log
}
