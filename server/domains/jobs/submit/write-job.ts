import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Deadlines, EndAnnouncer } from '../deps.ts'
import { announceJobEnd } from '../run/end-job.ts'
import type { JobPresenter } from '../present/present-job.ts'
import type { Admission } from '../queue/admission.ts'
import { publishJob } from '../queue/publish-job.ts'
import { freePicturesOf } from './free-pictures.ts'
import { insertJob, type NewJob } from './insert-job.ts'
import { buildJob, type PreparedJob } from './prepare-job.ts'
import type { UserQueue } from './user-queue.ts'

export interface WriteDeps {
  billing: Billing
  deadlines: Deadlines
  events: Events
  presenter: JobPresenter
  admission: Admission
  announceEnd: EndAnnouncer
}

/**
 * Writes a job with the rows of its images, and tells its owner; all of it goes out with the commit. A job that moderation
 * refused is written too: nothing is held for it, and nothing is made.
 * @param job as {@link seeChildren} answers it
 * @param paid how it is paid; left out: it is refused
 */
export async function writeJob(
  deps: WriteDeps,
  tx: Tx,
  job: PreparedJob,
  { place, batchId, paid }: { place: UserQueue; paid?: NewJob['paid']; batchId?: string },
): Promise<UnsaidJob> {
  const { deadlines, events, presenter, announceEnd } = deps
  const row = buildJob(deadlines, job, place, {
    ...(batchId !== undefined && { batchId }),
    ...(paid && { paid }),
    ...(!job.verdict.allowed && { blocked: job.verdict }),
  })
  const answer = await presenter.present(tx, row, [])
  publishJob(events, tx, job.userId, answer)
  insertJob(tx, row)
  if (!job.verdict.allowed) await announceJobEnd(announceEnd, tx, row)
  return answer
}

/** As {@link writeJob}, of one that may begin at once where its lane has room. */
export async function writeAndAdmit(
  deps: WriteDeps,
  tx: Tx,
  job: PreparedJob,
  how: Parameters<typeof writeJob>[3],
): Promise<UnsaidJob> {
  const answer = await writeJob(deps, tx, job, how)
  if (job.verdict.allowed && how.place.hasRoom) await deps.admission.admit(tx, job.lane)
  return answer
}

/** Which images of a job take places among the month's without a watermark, and whether the others may carry one. */
export interface Marks {
  freePictures: number
  mayMark: boolean
}

export const outputsOf = ({ resolved: { kind, parameters } }: PreparedJob): number =>
  kind.outputs(parameters)

/** The month's images without a watermark go to the first jobs; what tools change carries none, and what is refused has none. */
export async function markJobs(
  { billing }: Pick<WriteDeps, 'billing'>,
  tx: Tx,
  jobs: readonly PreparedJob[],
  { freePictures }: UserQueue,
): Promise<Marks[]> {
  let left = freePictures
  const marks = jobs.map((job): Marks => {
    if (!job.resolved.kind.watermark || !job.verdict.allowed)
      return { freePictures: 0, mayMark: false }
    const free = freePicturesOf(outputsOf(job), left)
    left -= free
    return { freePictures: free, mayMark: free < outputsOf(job) }
  })
  if (!marks.some(({ mayMark }) => mayMark)) return marks
  const hasPaid = await billing.hasPaid(tx, jobs[0]!.userId)
  return hasPaid ? marks.map((mark) => ({ ...mark, mayMark: false })) : marks
}
