import type { PersonalSite } from '#server/domains/accounts/index.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Media, Uploads } from '#server/domains/media/index.ts'
import type { Orders } from '#server/domains/orders/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import type { Storage } from '#server/platform/storage/index.ts'

/** Changes that an administrator makes to a public studio. */
export interface ShowcaseAct {
  actorId: string
  action: 'studio_changed'
  subject: string
  data: Record<string, unknown>
}

/** What somebody did with a share. */
export interface ShareAct {
  /** Null: the person in the photos, who has no account here. */
  actorId: string | null
  action: `model_share_${'offered' | 'accepted' | 'declined' | 'ended'}`
  share: {
    id: string
    lora_training_id: string
    guest_id: string | null
    ended_by: string | null
  }
}

export interface FaceConsents {
  has(userId: string, kind: 'faces'): Promise<boolean>
  /** @throws {AppError} `consent_required` */
  require(userId: string, kind: 'faces'): Promise<void>
  /** Who is in photos and studios, by their ids, where it was stated. */
  peopleIn(
    reader: Reader,
    userId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, 'adult' | 'own_child'>>
}

export interface StudiosDeps {
  db: Db
  events: Events
  queue: Queue
  storage: Storage
  credits: Credits
  orders: Orders
  billing: Billing
  media: Media
  moderation: Moderation
  /** Whether somebody agreed that faces in their photos are compared. */
  consents: FaceConsents
  uploads: Uploads
  engines: EngineRegistry
  limiter: RateLimiter
  sweeper: Sweeper
  mailer: Mailer
  /** The site of the person that a mail goes to. */
  siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
  /** Writes down who shared a model with whom, or ended it, in the transaction that does it. */
  audit(tx: Tx, event: ShareAct): Promise<void>
  /** Writes down what an administrator does with a public studio. */
  auditShowcase(tx: Tx, act: ShowcaseAct): Promise<void>
  /** Tells the owner's programs of the end of a training, in its transaction. */
  announceEnd(
    tx: Tx,
    end: { userId: string; id: string; events: ['training.ended'] },
  ): Promise<void>
  /** Trainings that an engine of this process works on at once. */
  slots: number
  /** Below it a result is so unlike its photos that it is trained again for free, 0 to 1. */
  leastLikeness: number
  /** Days after which a photo is deleted by itself. */
  keepDays: number
  /** Adds to what an engine cost today. @param cost millionths of a US dollar */
  recordCost(tx: Tx, engine: string, cost: number): Promise<void>
  log: Log
}
