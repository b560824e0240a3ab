import { memo } from 'react'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useCancelBatch, useCancelJob } from '#web/features/generate/api/use-jobs.ts'
import { orderJobs } from './order-jobs.ts'
import { isOpen, stageStore, useStage } from '#web/features/generate/lib/stage-store.ts'
import { JobCard } from './job-card.tsx'
import { QueuedJob } from './queued-job.tsx'
import { useCancelFocus } from './use-cancel-focus.ts'
import classes from '#web/features/generate/components/stage.module.css'

/** What runs, large, then what waits, a line each, then what has ended during this visit. */
export const StageJobs = memo(function StageJobs({
  lost,
  hidden,
  onOpen,
  onRetry,
}: {
  /** The server cannot be reached, so what is shown may be old. */
  lost: boolean
  /** Images deleted on this page. */
  hidden: ReadonlySet<string>
  onOpen: (image: PredictionImage) => void
  onRetry: (job: Job) => void
}) {
  const jobs = useStage((state) => state.jobs)
  const cancel = useCancelJob()
  const cancelAll = useCancelBatch()
  const cancelFocus = useCancelFocus()
  const { large, queued, ended } = orderJobs(jobs)
  const isCancelling = (job: Job) =>
    job.cancel_requested ||
    (cancel.isPending && cancel.variables === job.id) ||
    (cancelAll.isPending && cancelAll.variables === job.batch)
  /** The batch that is cancelled as a whole from this card: the first one of several of its jobs that wait or run. */
  const batchOf = (job: Job): string | null => {
    const ofBatch = large.find(({ batch }) => batch === job.batch) === job
    const open = jobs.filter((one) => isOpen(one) && one.batch === job.batch)
    return ofBatch && open.length > 1 ? job.batch : null
  }
  const card = (job: Job) => {
    const batch = batchOf(job)
    return (
      <JobCard
        key={job.id}
        job={job}
        lost={lost}
        hidden={hidden}
        cancelling={isCancelling(job)}
        cancelFocus={cancelFocus}
        onOpen={onOpen}
        onCancel={() => cancel.mutate(job.id)}
        onCancelAll={batch === null ? null : () => cancelAll.mutate(batch)}
        onDismiss={() => stageStore.getState().dismiss(job.id)}
        onRetry={() => onRetry(job)}
      />
    )
  }
  const queue = queued.length > 0 && (
    <div key="queue" className={classes.queue}>
      {queued.map((job) => (
        <QueuedJob
          key={job.id}
          job={job}
          lost={lost}
          cancelling={isCancelling(job)}
          onCancel={() => cancel.mutate(job.id)}
        />
      ))}
    </div>
  )
  // One list: a card that has ended stays the same element, and keeps the focus.
  return <>{[...large.map(card), queue, ...ended.map(card)]}</>
})
