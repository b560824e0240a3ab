import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Kinds } from '../registry.ts'
import type { JobEnder } from './end-job.ts'
import { callWorker } from '../queue/messages.ts'
import type { JobPresenter } from '../present/present-job.ts'
import { publishJob } from '../queue/publish-job.ts'
import { findOwnJob, isEnded, lockJob } from '../store.ts'

/**
 * Cancels an own job. What waits, or runs on an engine that stops at once, ends here and now; on other engines
 * the request is noted and a picture that still comes is delivered and paid. An ended job is answered unchanged.
 * @throws {AppError} `not_found`
 */
export async function cancelJob(
  deps: {
    db: Db
    engines: EngineRegistry
    kinds: Kinds
    events: Events
    ender: JobEnder
    presenter: JobPresenter
  },
  userId: string,
  jobId: string,
): Promise<UnsaidJob> {
  const { db, engines, kinds, events, ender, presenter } = deps
  const own = await findOwnJob(db.kysely, userId, jobId)
  if (!own) throw notFound()
  const [kind, engine] = [await kinds.find(own.type), engines.get(own.engine)]
  const stopsAtOnce = (engine && kind?.part(engine)?.stopsAtOnce) ?? false
  return transact(db, async (tx) => {
    const job = await lockJob(tx, own.id)
    if (!job) throw notFound()
    if (isEnded(job)) return presenter.present(tx, job)
    if (job.status === 'R') await callWorker(tx, job.id)
    if (job.status === 'P' || stopsAtOnce) {
      const ended = await ender.endJob(tx, job, { cause: 'cancelled' })
      return presenter.present(tx, ended)
    }
    const row = await tx
      .updateTable('inference_jobs')
      .set({ cancel_requested: true })
      .where('id', '=', job.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const answer = await presenter.present(tx, row)
    publishJob(events, tx, userId, answer)
    return answer
  })
}
