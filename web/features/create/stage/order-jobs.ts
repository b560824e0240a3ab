import type { Job } from '#contract/inference-jobs.ts'
import { isOpen } from '#web/features/generate/lib/stage-store.ts'

/**
 * How jobs stand on the stage.
 * @param jobs newest first
 * @returns `large`: those that run, or the next one while none does; `queued`: those behind them, the next one first;
 * `ended`: newest first
 */
export function orderJobs(jobs: readonly Job[]): { large: Job[]; queued: Job[]; ended: Job[] } {
  const open = jobs.filter(isOpen)
  // Handed back to the queue with images that are there: these are to stay in sight.
  const running = open.filter((job) => job.status === 'R' || job.images.length > 0)
  const waiting = open.filter((job) => !running.includes(job)).toReversed()
  const [next, ...behind] = waiting
  const large = running.length === 0 && next !== undefined ? [next] : running
  return {
    large,
    queued: large === running ? waiting : behind,
    ended: jobs.filter((job) => !isOpen(job)),
  }
}
