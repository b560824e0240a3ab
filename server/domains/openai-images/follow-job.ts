import { setTimeout as wait } from 'node:timers/promises'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { Commissions } from '#server/domains/jobs/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { readFailure, t } from '#server/texts/index.ts'

const LOOK_MS = 400
/** Clients of OpenAI wait for ten minutes; one that asks again joins the job. */
const PATIENCE_MS = 9 * 60_000

/** The states of a job until it has ended, which is the last. @throws {AppError} `unavailable` when it takes too long; the signal's reason */
export async function* followJob(
  commissions: Pick<Commissions, 'present'>,
  userId: string,
  { jobId, signal }: { jobId: string; signal: AbortSignal },
): AsyncGenerator<UnsaidJob, void> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const job = (await commissions.present(userId, [jobId])).get(jobId)
    if (!job) throw notFound()
    yield job
    if (job.status !== 'P' && job.status !== 'R') return
    await wait(LOOK_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
  throw new AppError('unavailable', `Job ${jobId} takes too long to wait for`, {
    userMessage: t('openai-images.takesLonger'),
  })
}

/** @throws {AppError} for a job that delivered nothing, with why */
export function requireImages(job: UnsaidJob): void {
  if (job.images.length > 0) return
  const message = job.error === null ? t('openai-images.notMade') : readFailure(job.error)
  if (job.status === 'B') {
    throw new AppError('invalid', `Job ${job.id} was blocked`, {
      userMessage: message,
      extra: { code: 'moderation_blocked' },
    })
  }
  if (job.status === 'CD') {
    throw new AppError('conflict', `Job ${job.id} was cancelled`, {
      userMessage: t('openai-images.canceled'),
    })
  }
  throw new AppError('provider_error', `Job ${job.id} failed`, { userMessage: message })
}
