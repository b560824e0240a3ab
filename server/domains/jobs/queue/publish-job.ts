import type { UnsaidJob } from '#contract/inference-jobs.ts'
import { asVideoJob } from '#contract/video-inference-jobs.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import { VIDEO_TYPES } from '../registry.ts'

/** Tells its owner how a job stands when the transaction is through; one that makes a video is told as that too. */
export function publishJob(events: Events, tx: Tx, userId: string, job: UnsaidJob): void {
  events.publish(tx, userId, 'job', job)
  if (VIDEO_TYPES.includes(job.type)) events.publish(tx, userId, 'video', asVideoJob(job))
}
