import type { Job } from '#contract/inference-jobs.ts'
import { formatCredits } from '#web/lib/format.ts'

/** What to say about a job that ended without everything that was asked for. */
export function endNote(job: Job): { color: string; text: string } | null {
  const missing = job.outputs - job.images.length
  const back =
    job.cost.released > 0
      ? ` ${formatCredits(job.cost.released)} returned.`
      : ' Nothing was charged.'
  if (job.status === 'CD') return { color: 'gray', text: `Cancelled.${back}` }
  if (job.status === 'B') {
    return { color: 'yellow', text: job.error?.message ?? `This prompt is not allowed.${back}` }
  }
  if (job.status === 'FL') {
    return { color: 'red', text: `${job.error?.message ?? 'The generation failed.'}${back}` }
  }
  if (job.status === 'S' && job.error !== null && missing > 0) {
    return { color: 'yellow', text: `${job.error.message}${back}` }
  }
  return null
}
