import { sql } from 'kysely'
import type { JobStatus } from '#contract/prediction-images.ts'
import type { ReleaseCause } from '#server/domains/credits/index.ts'
import type { Orders } from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import { type Said, storeFailure, t, type Text } from '#server/texts/index.ts'
import type { EndAnnouncer, EndListener } from '../deps.ts'
import type { Admission } from '../queue/admission.ts'
import { type Kinds, VIDEO_TYPES } from '../registry.ts'
import type { JobPresenter } from '../present/present-job.ts'
import { publishJob } from '../queue/publish-job.ts'
import { capturedFor, type ImageRow, imagesOf, isEnded, type JobRow } from '../store.ts'

export type EndCause = 'finished' | 'cancelled' | 'failed' | 'blocked'

export interface JobError {
  code: string
  message: Said
}

export interface JobEnder {
  /**
   * Ends a job whose row the transaction has locked: one clear state, and what was held for pictures that
   * were not delivered is released. An ended job stays as it is.
   * @param end.images its pictures, where they were read in this transaction
   * @returns the row as it is now
   */
  endJob(
    tx: Tx,
    job: JobRow,
    end: { cause: EndCause; error?: JobError; engineMs?: number; images?: ImageRow[] },
  ): Promise<JobRow>
}

interface Release {
  cause: ReleaseCause
  textOf(said: Text): Text
}

const RELEASES: Record<EndCause, Release> = {
  finished: { cause: 'unused', textOf: (said) => t('statement.notUsed', { said }) },
  cancelled: { cause: 'cancelled', textOf: (said) => t('statement.canceled', { said }) },
  failed: { cause: 'failed', textOf: (said) => t('statement.notDelivered', { said }) },
  blocked: { cause: 'blocked', textOf: (said) => t('statement.blocked', { said }) },
}

/** All was delivered, and some of it does not show what was asked for. */
const FREE: Release = {
  cause: 'failed',
  textOf: (said) => t('statement.notCharged', { said }),
}

/** As {@link EndAnnouncer}; one that makes a video ends as that too. */
export const announceJobEnd = (
  announceEnd: EndAnnouncer,
  tx: Tx,
  { id, user_id: userId, type }: Pick<JobRow, 'id' | 'user_id' | 'type'>,
): Promise<void> =>
  announceEnd(tx, {
    userId,
    id,
    events: VIDEO_TYPES.some((video) => video === type)
      ? ['job.ended', 'video.ended']
      : ['job.ended'],
  })

export function createJobEnder(deps: {
  orders: Orders
  events: Events
  admission: Admission
  presenter: JobPresenter
  kinds: Kinds
  onEnded: EndListener
  announceEnd: EndAnnouncer
}): JobEnder {
  const { orders, events, admission, presenter, kinds, onEnded, announceEnd } = deps
  return {
    async endJob(tx, job, { cause, error, engineMs, images: known }) {
      if (isEnded(job)) return job
      const images = known ?? (await imagesOf(tx, [job.id]))
      const delivered = images.filter((image) => image.status === 'S').length
      const status = decideStatus(cause, delivered, job.num_images)
      const missing = delivered < job.num_images
      const ended = await tx
        .updateTable('inference_jobs')
        .set({
          status,
          finished_at: sql`now()`,
          error: missing && error ? JSON.stringify(storeFailure(error)) : null,
          engine_ms: engineMs ?? null,
          // Places among the month's free pictures that nothing was delivered for are free again.
          free_pictures: Math.min(job.free_pictures, delivered),
        })
        .where('id', '=', job.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (missing) {
        await tx
          .updateTable('prediction_images')
          .set({ status: missingStatus(cause, status) })
          .where('job_id', '=', job.id)
          .where('status', '=', 'P')
          .execute()
      }
      if (job.keeps_hold) {
        if (job.batch_id !== null) await onEnded(tx, job.batch_id)
      } else if (job.hold_id !== null) {
        const { cause: releaseCause, textOf } =
          cause === 'finished' && images.some(({ is_free: isFree }) => isFree)
            ? FREE
            : RELEASES[cause]
        const what = (await kinds.find(job.type))?.inSentence ?? t('kinds.unknownInSentence')
        const amount = job.cost_quoted - capturedFor(job, images)
        await orders.settle(tx, {
          payerId: job.user_id,
          holdId: job.hold_id,
          cause: releaseCause,
          text: textOf(what),
          // The others of its batch are paid from the same hold.
          ...(job.batch_id !== null && { part: { amount, jobId: job.id } }),
        })
      }
      publishJob(events, tx, job.user_id, await presenter.present(tx, ended, images))
      await announceJobEnd(announceEnd, tx, ended)
      await admission.admitAfter(tx, job)
      return ended
    },
  }
}

/** A job with a delivered picture succeeded however it ended, unless it was cancelled. */
function decideStatus(cause: EndCause, delivered: number, wanted: number): JobStatus {
  if (delivered === wanted) return 'S'
  if (cause === 'cancelled') return 'CD'
  if (delivered > 0) return 'S'
  return cause === 'blocked' ? 'B' : 'FL'
}

function missingStatus(cause: EndCause, status: JobStatus): JobStatus {
  if (status !== 'S') return status
  return cause === 'blocked' ? 'B' : 'FL'
}
