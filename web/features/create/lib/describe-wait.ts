import { isDrawing } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'

/** Seconds as people say them: "4 s", "2 min". */
export function spokenSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return `${Math.round(seconds / 60)} min`
}

/** One honest line on where a job stands. */
export function describeWait(job: Job): string {
  const { eta_p50, eta_p90, position } = job.queue
  const about = eta_p50 === null ? '' : ` - about ${spokenSeconds(eta_p50)}`
  if (job.cancel_requested) return 'Cancelling'
  if (job.status === 'P') {
    if (position === null || position === 0) return `Next in line${about}`
    return `${position} ${position === 1 ? 'other' : 'others'} before you${about}`
  }
  if (job.status !== 'R') return ''
  const { step, steps, fraction } = job.progress
  if (step === 0) return `Starting${about}`
  if (step >= steps)
    return fraction < 1
      ? isDrawing(job.parameters)
        ? 'Finishing the images'
        : 'Finishing'
      : 'Saving'
  const slow = eta_p90 !== null && isSlow(job, eta_p90) ? ' - slower than usual' : about
  const unit = isDrawing(job.parameters) ? 'step' : 'part'
  return `${unit} ${step} of ${steps}${slow}`
}

function isSlow(job: Job, p90: number): boolean {
  if (job.started_at === null || job.progress.fraction <= 0) return false
  const elapsed = (Date.now() - Date.parse(job.started_at)) / 1000
  return elapsed > 30 && elapsed * (1 - job.progress.fraction) > 3 * p90
}
