import { sql } from 'kysely'
import type { ClosedBy, EngineHealth } from '#server/engines/spec/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import { t } from '#server/texts/index.ts'
import type { EngineControl } from '../deps.ts'
import type { Admission } from '../queue/admission.ts'
import { type JobRow, lockJob } from '../store.ts'
import type { JobEnder } from './end-job.ts'
import { findStandIn, type StandIn, type StandInDeps, takenOver } from './find-stand-in.ts'

export interface MoveDeps extends StandInDeps {
  db: Db
  engineControl: EngineControl
  admission: Admission
  ender: JobEnder
  sweeper: Sweeper
  log: Log
}

const BATCH = 100

/** An engine that is drained finishes the jobs that already wait for it. */
const KEEPS_WAITING_JOBS: ReadonlySet<ClosedBy> = new Set(['draining'])

function isAway(health: EngineHealth | undefined): boolean {
  if (!health || health.state === 'down') return true
  return health.closedBy !== undefined && !KEEPS_WAITING_JOBS.has(health.closedBy)
}

/**
 * Jobs that wait for an engine that is down, takes none, or is not configured any more go to one that can do the same.
 * Where there is none they wait for theirs, until their deadline; those of an engine that was removed end at once.
 */
export async function moveWaitingJobs(deps: MoveDeps): Promise<void> {
  let removed: ReadonlySet<string> = new Set()
  await deps.sweeper.sweep({
    kind: 'jobs of engines that are away',
    async find(setAside) {
      const away = await findAway(deps)
      if (away.length === 0) return []
      removed = await deps.engineControl.findRemoved(away)
      return deps.db.kysely
        .selectFrom('inference_jobs')
        .selectAll()
        .where('status', '=', 'P')
        .where('admitted_at', 'is', null)
        .where('engine', 'in', away)
        .where(sql<boolean>`id <> all(${[...setAside]}::uuid[])`)
        .orderBy('id')
        .limit(BATCH)
        .execute()
    },
    idOf: ({ id }) => id,
    async act(job) {
      const { log } = deps
      const standIn = await findStandIn(deps, job)
      if (standIn) {
        if (await moveJob(deps, job, standIn))
          log.info({ job: job.id, from: job.engine, to: standIn.engine }, 'a waiting job was moved')
      } else if (removed.has(job.engine)) await endJobOfRemoved(deps, job)
    },
  })
}

/** Names of engines that jobs wait for and that take none. */
async function findAway({ db, engines }: MoveDeps): Promise<string[]> {
  const waiting = await db.kysely
    .selectFrom('inference_jobs')
    .select('engine')
    .distinct()
    .where('status', '=', 'P')
    .where('admitted_at', 'is', null)
    .execute()
  if (waiting.length === 0) return []
  const health = new Map((await engines.health()).map((status) => [status.name, status.health]))
  return waiting.map(({ engine }) => engine).filter((name) => isAway(health.get(name)))
}

/** Moves a job, unless it was admitted, cancelled or moved meanwhile. */
async function moveJob({ db, admission }: MoveDeps, job: JobRow, to: StandIn): Promise<boolean> {
  return transact(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('inference_jobs')
      .set({ ...takenOver(to), operation: null })
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

async function endJobOfRemoved({ db, ender, log }: MoveDeps, { id, engine }: JobRow) {
  await transact(db, async (tx) => {
    const job = await lockJob(tx, id)
    if (job?.status !== 'P' || job.admitted_at !== null || job.engine !== engine) return
    await ender.endJob(tx, job, {
      cause: 'failed',
      error: {
        code: 'engine_gone',
        message: t('jobs.engineGone'),
      },
    })
    log.info({ job: id, engine }, 'a job of a removed engine was ended')
  })
}
