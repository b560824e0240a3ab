import { sql } from 'kysely'
import { type Db, transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Admission } from '../queue/admission.ts'
import type { JobRow } from '../store.ts'
import { findStandIn, type StandIn, type StandInDeps } from './find-stand-in.ts'

export interface MoveDeps extends StandInDeps {
  db: Db
  admission: Admission
  log: Log
}

const BATCH = 100

/** Jobs that wait for an engine that is down, or not configured any more, go to one that can do the same. */
export async function moveWaitingJobs(deps: MoveDeps): Promise<void> {
  const { db, engines, log } = deps
  const waiting = await db.kysely
    .selectFrom('inference_jobs')
    .select('engine')
    .distinct()
    .where('status', '=', 'P')
    .where('admitted_at', 'is', null)
    .execute()
  if (waiting.length === 0) return
  const health = new Map((await engines.health()).map((status) => [status.name, status.health]))
  const down = waiting
    .map(({ engine }) => engine)
    .filter((name) => (health.get(name)?.state ?? 'down') === 'down')
  if (down.length === 0) return
  const jobs = await db.kysely
    .selectFrom('inference_jobs')
    .selectAll()
    .where('status', '=', 'P')
    .where('admitted_at', 'is', null)
    .where('engine', 'in', down)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const job of jobs) {
    const standIn = await findStandIn(deps, job)
    if (standIn && (await moveJob(deps, job, standIn)))
      log.info({ job: job.id, from: job.engine, to: standIn.engine }, 'a waiting job was moved')
  }
}

/** Unless it was admitted, cancelled or moved meanwhile. */
async function moveJob({ db, admission }: MoveDeps, job: JobRow, to: StandIn): Promise<boolean> {
  return transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('inference_jobs')
      .set({ ...to, operation: null })
      .where('id', '=', job.id)
      .where('status', '=', 'P')
      .where('admitted_at', 'is', null)
      .where('engine', '=', job.engine)
      .where(sql<boolean>`attempt = ${job.attempt}`)
      .executeTakeFirst()
    const moved = numUpdatedRows > 0n
    if (moved) await admission.admit(tx, to.lane)
    return moved
  })
}
