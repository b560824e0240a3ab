import { EngineError, type OperationResult } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { JobEnder, JobError } from './end-job.ts'
import { InputGone } from '../library/find-inputs.ts'
import { findStandIn, type StandIn, type StandInDeps } from './find-stand-in.ts'
import { hasAttemptsLeft, type JobRequeuer } from './requeue-job.ts'
import { imagesOf, type JobRow, lockJob } from '../store.ts'

/** How an attempt came to its end in the worker. */
export type AttemptOutcome =
  | { kind: 'result'; result: OperationResult }
  | { kind: 'error'; error: unknown }
  | { kind: 'handed_back'; keepOperation: boolean }

export interface FinishDeps extends StandInDeps {
  db: Db
  ender: JobEnder
  requeuer: JobRequeuer
  log: Log
}

const FAILED: JobError = {
  code: 'engine_failed',
  message: 'The images could not be made. The credits for them were returned.',
}

const BLOCKED: JobError = {
  code: 'picture_blocked',
  message: 'What was drawn may not be shown here. The credits for it were returned.',
}

/** Ends the job or puts it back, if it still runs in this attempt. */
export async function finishAttempt(
  deps: FinishDeps,
  row: JobRow,
  outcome: AttemptOutcome,
): Promise<void> {
  const { id, attempt } = row
  if (outcome.kind === 'error') {
    deps.log.warn({ err: outcome.error, job: id, attempt }, 'an attempt failed')
  }
  // Engines are asked before anything is locked: one that is away takes its time to answer.
  const standIn = isOfTheEngine(outcome) ? await findStandIn(deps, row) : null
  await transact(deps.db, async (tx) => {
    const job = await lockJob(tx, id)
    if (!job || job.status !== 'R' || job.attempt !== attempt) return
    await settle(deps, tx, job, { ...outcome, standIn })
  })
}

/** Whether another engine may do better. */
const isOfTheEngine = (outcome: AttemptOutcome) =>
  outcome.kind === 'error' && outcome.error instanceof EngineError && outcome.error.retryable

async function settle(
  { ender, requeuer }: FinishDeps,
  tx: Tx,
  job: JobRow,
  outcome: AttemptOutcome & { standIn: StandIn | null },
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
    const { keepOperation } = outcome
    await requeuer.requeue(tx, job, { handedBack: true, keepOperation })
    return
  }
  const failure = describeFailure(outcome)
  if (failure.retryable && hasAttemptsLeft(job)) {
    const { standIn } = outcome
    await requeuer.requeue(tx, job, { handedBack: false, keepOperation: false, standIn })
  } else {
    await ender.endJob(tx, job, { cause: 'failed', error: failure.error })
  }
}

const SOURCE_GONE: JobError = {
  code: 'source_missing',
  message: 'The image to start from is not there any more. The credits were returned.',
}

function describeFailure(outcome: AttemptOutcome): { error: JobError; retryable: boolean } {
  const error = outcome.kind === 'error' ? outcome.error : null
  if (error instanceof EngineError) {
    return {
      error: { code: error.code, message: error.userMessage },
      retryable: error.retryable,
    }
  }
  if (error instanceof InputGone) return { error: SOURCE_GONE, retryable: false }
  if (error instanceof AppError) {
    return { error: { code: error.code, message: error.userMessage }, retryable: true }
  }
  return { error: FAILED, retryable: true }
}
