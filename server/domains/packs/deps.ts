import type { Community } from '#server/domains/community/index.ts'
import type { Orders } from '#server/domains/orders/index.ts'
import type { Commissions } from '#server/domains/jobs/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import type { WorkBudget } from '#server/platform/work-budget.ts'

/** Changes that the staff makes to a published pack. */
export interface PackAct {
  actorId: string
  action: 'pack_published' | 'pack_undone' | 'pack_withdrawn' | 'pack_restored'
  subject: string
  data: Record<string, unknown>
}

export interface PacksDeps {
  db: Db
  queue: Queue
  orders: Orders
  moderation: Moderation
  /** What people may have read. */
  work: WorkBudget
  /** Jobs that are paid from the hold of a run. */
  commissions: Commissions
  library: Pick<Library, 'zipJobs'>
  sweeper: Sweeper
  studios: Pick<Studios, 'findSubject'>
  community: Pick<Community, 'publishedOf'>
  /** Tells the owner's programs of the end of a run, in its transaction. */
  announceEnd(tx: Tx, end: { userId: string; id: string; events: ['run.ended'] }): Promise<void>
  /** Writes down what an administrator does with a published pack. */
  audit(tx: Tx, act: PackAct): Promise<void>
  log: Log
}
