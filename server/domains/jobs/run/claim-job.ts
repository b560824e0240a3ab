import { sql } from 'kysely'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Deadlines } from '../deps.ts'
import type { RunJobMessage } from '../queue/messages.ts'
import type { JobPresenter } from '../present/present-job.ts'
import type { QueueEstimates } from '../queue/queue-estimates.ts'
import { publishJob } from '../queue/publish-job.ts'
import { type JobRow, lockJob } from '../store.ts'

export interface ClaimDeps {
  db: Db
  events: Events
  presenter: JobPresenter
  estimates: QueueEstimates
  deadlines: Deadlines
}

/**
 * Makes an admitted job a running one, once an attempt however often its message is delivered.
 * @returns null when the message is out of date
 */
export async function claimJob(deps: ClaimDeps, message: RunJobMessage): Promise<JobRow | null> {
  return transact(deps.db, async (tx) => {
    const job = await lockJob(tx, message.job)
    const due = job?.status === 'P' && job.admitted_at !== null
    if (!job || !due || job.attempt + 1 !== message.attempt) return null
    const running = await tx
      .updateTable('inference_jobs')
      .set({
        status: 'R',
        attempt: message.attempt,
        started_at: sql`coalesce(started_at, now())`,
        heartbeat_at: sql`now()`,
        deadline_at: sql<Date>`now() + make_interval(secs => ${await allowedSeconds(deps, tx, job)})`,
      })
      .where('id', '=', job.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    publishJob(deps.events, tx, job.user_id, await deps.presenter.present(tx, running))
    return running
  })
}

/** How long a job may run before it counts as stuck. */
async function allowedSeconds(
  { estimates, deadlines }: ClaimDeps,
  tx: Tx,
  job: JobRow,
): Promise<number> {
  const usual = (await estimates.usualSeconds(tx, job)) ?? 0
  return Math.max(deadlines.runningMinSeconds, deadlines.runningFactor * usual)
}
