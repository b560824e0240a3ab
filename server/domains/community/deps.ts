import type { Media } from '#server/domains/media/index.ts'
import type { PersonalSite } from '#server/domains/accounts/index.ts'
import type { Evidence } from '#server/domains/library/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { AuditPublication } from './publication.ts'

/** Writes down what became of a report; in the transaction of the change. */
export type AuditReport = (
  tx: Tx,
  event: {
    actorId: string | null
    action: 'report_filed' | 'report_decided' | 'appeal_filed' | 'appeal_decided'
    subject: string
    reason: string | null
    data: Record<string, unknown>
  },
) => Promise<void>

/**
 * Bans an account in the transaction of a decision.
 * @returns what has to follow the commit
 * @throws {AppError} `not_found`, `conflict`, `permission_denied`
 */
export type BanAccount = (
  tx: Tx,
  input: { actorId: string; userId: string; reason: string },
) => Promise<() => Promise<void>>

export interface CommunityDeps {
  db: Db
  limiter: RateLimiter
  storage: Storage
  engines: Pick<EngineRegistry, 'imageModels'>
  studios: Pick<
    Studios,
    'openPublishable' | 'findLoras' | 'findSubject' | 'findChildren' | 'readLora'
  >
  media: Pick<Media, 'storeForeignPicture' | 'fingerprintForeign'>
  /** Whether pictures of other sites are copied, or shown from there by links. */
  importedImages: 'copy' | 'link'
  /** Hosts whose pictures may be shown by links. */
  imageHosts: readonly string[]
  events: Events
  mailer: Mailer
  siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
  evidence: Evidence
  audit: AuditPublication
  auditReport: AuditReport
  /** The domain that bans people knows this one. */
  ban: BanAccount
  /** Whether a new installation shows the examples that come with the app. */
  showsExamples: boolean
  /** `all`: every image waits for the staff; `flagged`: only those of people or of uploaded photos, and those that are not for everybody. */
  publicationReview(): 'all' | 'flagged'
  /** Whether all persons that these models show are the caller themselves, as they stated at the training. */
  areOwnFaces(tx: Tx, userId: string, drawings: readonly (readonly string[])[]): Promise<boolean>
  log: Log
}
