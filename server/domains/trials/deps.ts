import type { Selectable } from 'kysely'
import type { Commissions } from '#server/domains/jobs/index.ts'
import type { Media, Uploads } from '#server/domains/media/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Database, Db, Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { ProofOfWork } from '#server/platform/proof-of-work.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { Storage } from '#server/platform/storage/index.ts'

export interface TrialsDeps {
  db: Db
  storage: Storage
  media: Pick<Media, 'pictureUrl' | 'deletePicture'>
  uploads: Pick<Uploads, 'addPhoto' | 'removePhoto' | 'decode'>
  moderation: Pick<Moderation, 'judgePicture'>
  commissions: Pick<Commissions, 'startAlone' | 'present'>
  engines: EngineRegistry
  limiter: RateLimiter
  work: ProofOfWork
  /** Photos that one network may try a day. */
  perNetwork(): number
  /** Adds to what an engine cost today. @param cost millionths of a US dollar */
  recordCost(tx: Tx, engine: string, cost: number): Promise<void>
  log: Log
}

export type TrialRow = Selectable<Database['tool_trials']>
