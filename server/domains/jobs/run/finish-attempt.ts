import { sql } from 'kysely'
import { EngineError, type Following } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { t } from '#server/texts/index.ts'
import type { AttemptOutcome } from './attempts.ts'
import type { JobEnder, JobError } from './end-job.ts'
import { InputGone } from '../inputs/find-inputs.ts'
import { findStandIn, type StandIn, type StandInDeps } from './find-stand-in.ts'
import type { EngineControl } from '../deps.ts'
import { closeLanes } from '../queue/lane-workers.ts'
import { hasAttemptsLeft, type JobRequeuer } from './requeue-job.ts'
import { imagesOf, type JobRow, lockJob } from '../store.ts'

export interface FinishDeps extends StandInDeps {
  db: Db
  engineControl: EngineControl
  engineCentsPerHour: number
  ender: JobEnder
  requeuer: JobRequeuer
  log: Log
}

const FAILED: JobError = {
  code: 'engine_failed',
  message: t('common.imagesNotMade'),
}

const BLOCKED: JobError = {
  code: 'picture_blocked',
  message: t('jobs.mayNotBeShown'),
}

/** Ends the job or puts it back, if it still runs in this attempt. */
export async function finishAttempt(
  deps: FinishDeps,
  row: JobRow,
  part: Pick<Following<unknown>, 'cancel' | 'stopsAtOnce' | 'endsWithFollow'>,
  outcome: AttemptOutcome,
): Promise<void> {
  const { id, attempt } = row
  const { stopsAtOnce, endsWithFollow = false } = part
  if (outcome.kind === 'handed_back' && stopsAtOnce && outcome.operation)
    await part.cancel(outcome.operation)
  if (outcome.kind === 'error') {
    deps.log.warn({ err: outcome.error, job: id, attempt }, 'an attempt failed')
  }
  // Engines are asked before anything is locked: one that is away takes its time to answer.
  const standIn = isOfTheEngine(outcome) ? await findStandIn(deps, row) : null
  await transact(deps.db, async (tx) => {
    const job = await lockJob(tx, id)
    if (!job || job.status !== 'R' || job.attempt !== attempt) return
    await recordCost(deps, tx, job, costOf(deps, outcome))
    await settle(deps, tx, job, { ...outcome, standIn, stopsAtOnce, endsWithFollow })
  })
}

const MICROS_PER_CENT = 10_000
const HOUR_MS = 3_600_000

/** Millionths of a US dollar: what the provider asks for, else the time of a server of one's own. */
function costOf({ engineCentsPerHour }: FinishDeps, outcome: AttemptOutcome): number {
  if (outcome.kind === 'result') {
    const { costMicros, engineMs } = outcome.result
    return costMicros ?? Math.round((engineMs / HOUR_MS) * engineCentsPerHour * MICROS_PER_CENT)
  }
  return outcome.kind === 'error' && outcome.error instanceof EngineError
    ? outcome.error.costMicros
    : 0
}

async function recordCost(
  { engineControl }: FinishDeps,
  tx: Tx,
  { id, engine, type: kind }: JobRow,
  cost: number,
): Promise<void> {
  if (cost === 0) return
  await tx
    .updateTable('inference_jobs')
    .set({ engine_cost: sql`coalesce(engine_cost, 0) + ${cost}` })
    .where('id', '=', id)
    .execute()
  if (await engineControl.recordCost(tx, { engine, kind, cost })) await closeLanes(tx, engine)
}

/** Whether another engine may do better. */
const isOfTheEngine = (outcome: AttemptOutcome) =>
  outcome.kind === 'error' && outcome.error instanceof EngineError && outcome.error.retryable

/** The engine's circuit had opened since the job was admitted. */
const wasNotTried = (outcome: AttemptOutcome) =>
  outcome.kind === 'error' &&
  outcome.error instanceof EngineError &&
  outcome.error.code === 'engine_resting'

async function settle(
  { ender, requeuer }: FinishDeps,
  tx: Tx,
  job: JobRow,
  outcome: AttemptOutcome & {
    standIn: StandIn | null
    stopsAtOnce: boolean
    endsWithFollow: boolean
  },
): Promise<void> {
  const images = await imagesOf(tx, [job.id])
  const complete = images.every(({ status }) => status === 'S' || status === 'B')
  const blocked = images.filter(({ status }) => status === 'B').length
  if (complete) {
    const engineMs = outcome.kind === 'result' ? Math.round(outcome.result.engineMs) : undefined
    await ender.endJob(tx, job, {
      ...(blocked > 0 ? { cause: 'blocked', error: BLOCKED } : { cause: 'finished' }),
      images,
      // What an earlier attempt did is not in this number, so it would spoil the estimates.
      ...(job.attempt === 1 && engineMs !== undefined && { engineMs }),
    })
    return
  }
  if (job.cancel_requested) {
    await ender.endJob(tx, job, { cause: 'cancelled' })
    return
  }
  if (outcome.kind === 'handed_back') {
    await requeuer.requeue(tx, job, { handedBack: true, keepOperation: !outcome.stopsAtOnce })
    return
  }
  if (wasNotTried(outcome)) {
    const { standIn } = outcome
    await requeuer.requeue(tx, job, { handedBack: true, keepOperation: false, standIn })
    return
  }
  const failure = describeFailure(outcome)
  if (failure.retryable && hasAttemptsLeft(job)) {
    const { standIn, endsWithFollow } = outcome
    await requeuer.requeue(tx, job, {
      handedBack: false,
      keepOperation: failure.mayGoOn && !standIn && !endsWithFollow,
      standIn,
    })
  } else {
    const { cause, error } = failure
    await ender.endJob(tx, job, { cause, error })
  }
}

const SOURCE_GONE: JobError = {
  code: 'source_missing',
  message: t('jobs.sourceGone'),
}

interface Failed {
  cause: 'failed' | 'blocked'
  error: JobError
  retryable: boolean
  /** True where the engine does not answer but may work on: the next attempt asks for that work before it starts over. */
  mayGoOn: boolean
}

function describeFailure(outcome: AttemptOutcome): Failed {
  const usual = { cause: 'failed', error: FAILED, retryable: true, mayGoOn: false } as const
  const error = outcome.kind === 'error' ? outcome.error : null
  if (error instanceof EngineError) {
    return {
      cause: error.code === 'content_refused' ? 'blocked' : 'failed',
      error: { code: error.code, message: error.userMessage },
      retryable: error.retryable,
      mayGoOn: error.code === 'engine_unreachable',
    }
  }
  if (error instanceof InputGone) return { ...usual, error: SOURCE_GONE, retryable: false }
  if (error instanceof AppError) {
    const words = { code: error.code, message: error.words ?? FAILED.message }
    // A consent that was withdrawn does not come back by itself.
    return {
      ...usual,
      error: words,
      ...(error.code === 'consent_required' && { retryable: false }),
    }
  }
  return usual
}
