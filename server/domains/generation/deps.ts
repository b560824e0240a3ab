import type { Billing } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Media, Uploads } from '#server/domains/media/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { EngineRegistry, PerPool } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'

/** When a job counts as stuck. */
export interface Deadlines {
  /** For a job that waits. */
  readonly pendingSeconds: number
  /** A running job has at least so long, */
  readonly runningMinSeconds: number
  /** and at least so many times the 90th percentile of its kind. */
  readonly runningFactor: number
}

export interface GenerationDeps {
  db: Db
  events: Events
  queue: Queue
  credits: Credits
  billing: Billing
  media: Media
  uploads: Uploads
  moderation: Moderation
  engines: EngineRegistry
  /** Jobs of each pool that an engine of this process works on at once. */
  slots: PerPool
  deadlines: Deadlines
  log: Log
}
