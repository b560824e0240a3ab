import { sql } from 'kysely'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import type { Log } from '#server/platform/log.ts'
import { t } from '#server/texts/index.ts'
import type { Admission } from '../queue/admission.ts'
import type { JobEnder } from './end-job.ts'
import { callWorker } from '../queue/messages.ts'
import { hasAttemptsLeft, type JobRequeuer } from './requeue-job.ts'
import type { JobRow } from '../store.ts'

export interface SweepDeps {
  db: Db
  admission: Admission
  ender: JobEnder
  requeuer: JobRequeuer
  sweeper: Sweeper
  log: Log
}

/** A running job without a sign of life for so long lost its worker. */
const SILENT_SECONDS = 8
/** An admitted job that nobody began for so long lost its message, or its lane lost its workers. */
const UNSTARTED_SECONDS = 20
const BATCH = 100

/** Ends what is past its deadline, requeues what has gone silent, and fills lanes that have room. */
export async function sweepJobs(deps: SweepDeps): Promise<void> {
  const { db, sweeper, ender, requeuer, admission, log } = deps

  await eachJob(
    deps,
    'jobs past their deadline',
    sql<boolean>`status in ('P', 'R') and deadline_at < now()`,
    async (tx, job) => {
      log.warn({ job: job.id }, 'a job passed its deadline')
      if (job.status === 'R') await callWorker(tx, job.id)
      await ender.endJob(tx, job, {
        cause: 'failed',
        error: {
          code: 'deadline',
          message: t('jobs.tookTooLong'),
        },
      })
    },
  )

  await eachJob(
    deps,
    'silent jobs',
    sql<boolean>`status = 'R' and heartbeat_at < now() - make_interval(secs => ${SILENT_SECONDS})`,
    async (tx, job) => {
      log.warn({ job: job.id, attempt: job.attempt }, 'a worker went silent')
      if (job.cancel_requested) await ender.endJob(tx, job, { cause: 'cancelled' })
      else if (hasAttemptsLeft(job)) {
        await requeuer.requeue(tx, job, { handedBack: false, keepOperation: true })
      } else {
        await ender.endJob(tx, job, {
          cause: 'failed',
          error: {
            code: 'worker_lost',
            message: t('common.imagesNotMade'),
          },
        })
      }
    },
  )

  await eachJob(
    deps,
    'jobs that nobody began',
    sql<boolean>`status = 'P' and admitted_at < now() - make_interval(secs => ${UNSTARTED_SECONDS})`,
    async (tx, job) => {
      await tx
        .updateTable('inference_jobs')
        .set({ admitted_at: null })
        .where('id', '=', job.id)
        .execute()
      await admission.admitAfter(tx, job)
    },
  )

  await sweeper.sweep({
    kind: 'lanes',
    async find() {
      const { rows } = await sql<{ lane: string }>`
        select distinct lane from inference_jobs where status = 'P' and admitted_at is null`.execute(
        db.kysely,
      )
      return rows.map(({ lane }) => lane)
    },
    idOf: (lane) => lane,
    act: (lane) => transact(db, (tx) => admission.admit(tx, lane)),
  })
}

/** Each job in a transaction of its own; those that somebody else works on right now wait for the next sweep. */
const eachJob = (
  { db, sweeper }: SweepDeps,
  kind: string,
  condition: ReturnType<typeof sql<boolean>>,
  act: (tx: Tx, job: JobRow) => Promise<void>,
): Promise<void> =>
  sweeper.sweep({
    kind,
    find: (setAside) =>
      db.kysely
        .selectFrom('inference_jobs')
        .select('id')
        .where(condition)
        .where(sql<boolean>`id <> all(${[...setAside]}::uuid[])`)
        .limit(BATCH)
        .execute(),
    idOf: ({ id }) => id,
    act: ({ id }) =>
      transact(db, async (tx) => {
        const job = await tx
          .selectFrom('inference_jobs')
          .selectAll()
          .where('id', '=', id)
          .where(condition)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (job) await act(tx, job)
      }),
  })
