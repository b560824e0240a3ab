import type { Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import { sql } from 'kysely'
import type { Admission } from '../queue/admission.ts'
import type { JobPresenter } from '../present/present-job.ts'
import type { JobRow } from '../store.ts'
import { publishJob } from '../queue/publish-job.ts'
import type { Deadlines } from '../deps.ts'
import { type StandIn, takenOver } from './find-stand-in.ts'

/** Attempts that may fail before the job does. */
export const MAX_ATTEMPTS = 3

export const hasAttemptsLeft = (job: JobRow) => job.attempt - job.handed_back < MAX_ATTEMPTS

export interface JobRequeuer {
  /**
   * Puts a running job, whose row the transaction has locked, back among the pending ones. What was delivered
   * stays; the next attempt makes only what is missing.
   */
  requeue(
    tx: Tx,
    job: JobRow,
    options: {
      /** A stopping worker gave it back, or nothing was tried: this attempt does not count. */
      handedBack: boolean
      /** The work may still go on inside the engine: the next attempt asks there first. */
      keepOperation: boolean
      /** Another engine goes on with it. */
      standIn?: StandIn | null
    },
  ): Promise<void>
}

export function createJobRequeuer(deps: {
  events: Events
  admission: Admission
  presenter: JobPresenter
  deadlines: Pick<Deadlines, 'pendingSeconds'>
}): JobRequeuer {
  return {
    async requeue(tx, job, { handedBack, keepOperation, standIn }) {
      const waiting = await tx
        .updateTable('inference_jobs')
        .set({
          status: 'P',
          admitted_at: null,
          heartbeat_at: null,
          progress: '{}',
          deadline_at: sql<Date>`now() + make_interval(secs => ${deps.deadlines.pendingSeconds})`,
          handed_back: sql`handed_back + ${handedBack ? 1 : 0}`,
          ...(!keepOperation && { operation: null }),
          ...(standIn && takenOver(standIn)),
        })
        .where('id', '=', job.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      publishJob(deps.events, tx, job.user_id, await deps.presenter.present(tx, waiting))
      await deps.admission.admitAfter(tx, job)
      if (standIn) await deps.admission.admit(tx, standIn.lane)
    },
  }
}
