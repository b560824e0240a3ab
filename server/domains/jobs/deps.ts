import type { Billing } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Orders } from '#server/domains/orders/index.ts'
import type { Media, Uploads } from '#server/domains/media/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { AddedPrices, OwnLora, OwnLoraFiles } from './kind.ts'
import type { WordDrawer } from './word-drawer.ts'
import type { EngineRegistry, PerPool, WordsTask } from '#server/engines/spec/index.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import type { WorkBudget } from '#server/platform/work-budget.ts'

/** When a job counts as stuck. */
export interface Deadlines {
  /** Longest time that a job may wait. */
  readonly pendingSeconds: number
  /** Shortest time that a running job gets. */
  readonly runningMinSeconds: number
  /** How many times the 90th percentile of its kind a running job gets, if that is longer. */
  readonly runningFactor: number
}

/** What an engine may do now, as all processes have agreed. */
export interface EngineControl {
  /** Locks the answer, so that it stays true until the transaction ends. */
  lockLimits(tx: Tx, engine: string): Promise<EngineLimits>
  /**
   * Adds to what the engine cost today, once for each attempt.
   * @param spending `kind`: the type of the job, or the task in words; `cost`: millionths of a US dollar
   * @returns whether it may cost no more today, so that nothing new is to be begun
   */
  recordCost(tx: Tx, spending: { engine: string; kind: string; cost: number }): Promise<boolean>
  /** The engines among `engines` that an administrator has removed. */
  findRemoved(engines: readonly string[]): Promise<ReadonlySet<string>>
}

export interface EngineLimits {
  /** Jobs at once that it is set up for; null: as many as the workers have slots. */
  concurrency: number | null
  /** Jobs at once now; 0: it may begin none. */
  most: number | null
}

/** LoRAs that people trained: each for whoever trained it and those it is shared with. */
export interface OwnLoras {
  find(userId: string, names: readonly string[]): Promise<readonly OwnLora[]>
  /** The subject of a training; null if this person has no such training that is done. */
  ofTraining(userId: string, training: string): Promise<OwnLora | null>
  /** Returns which of these LoRAs or trainings show a child, regardless of who may use them. */
  findChildren(reader: Reader, names: readonly string[]): Promise<ReadonlySet<string>>
  /** What one of them brings to a drawing; null if there is none. */
  read(userId: string, name: string): Promise<OwnLoraFiles | null>
}

/** Credits for what engines propose in words. */
export type WordsPrices = Readonly<Record<WordsTask, number>>

/** What people agreed to, and what they stated. */
export interface FaceConsents {
  /** @throws {AppError} `consent_required` */
  require(userId: string, kind: 'faces', reader?: Reader): Promise<void>
  /** Who is in photos, by their ids, where it was stated. */
  peopleIn(
    reader: Reader,
    userId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, 'adult' | 'own_child'>>
}

/** Hears of the end of a job that is paid from another domain's hold, in its transaction. @param batchId the plan that ordered it */
export type EndListener = (tx: Tx, batchId: string) => Promise<void>

/** Tells somebody's programs that a job of theirs has ended, in the transaction that ends it. */
export type EndAnnouncer = (
  tx: Tx,
  end: { userId: string; id: string; events: ('job.ended' | 'video.ended')[] },
) => Promise<void>

export interface JobsDeps {
  db: Db
  ownLoras: OwnLoras
  events: Events
  queue: Queue
  credits: Credits
  orders: Orders
  /** Hears of the end of jobs that are paid from another domain's hold. */
  onEnded: EndListener
  /** Tells the owner's programs of the end of a job, in its transaction. */
  announceEnd: EndAnnouncer
  wordDrawer: WordDrawer
  billing: Billing
  media: Media
  uploads: Uploads
  moderation: Moderation
  /** What people may have read. */
  work: WorkBudget
  consents: FaceConsents
  engines: EngineRegistry
  engineControl: EngineControl
  /** What an hour of an engine costs whose provider names no price, in cents. */
  engineCentsPerHour: number
  wordsPrices: WordsPrices
  addedPrices: AddedPrices
  /** Jobs of each pool that an engine of this process works on at once. */
  slots: PerPool
  deadlines: Deadlines
  sweeper: Sweeper
  log: Log
}
