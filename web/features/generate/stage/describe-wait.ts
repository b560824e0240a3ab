import { isDrawing } from '#contract/drawing-parameters.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { type StageTexts, useTexts } from './texts.ts'

/** Seconds as people say them: "4 s", "2 min". */
export function spokenSeconds(seconds: number, t: StageTexts): string {
  if (seconds < 90) return t('wait.seconds', { count: Math.max(1, Math.round(seconds)) })
  return t('wait.minutes', { count: Math.round(seconds / 60) })
}

/** One honest line on where a job stands. */
export function describeWait(job: Job, t: StageTexts): string {
  const { eta_p50, eta_p90, position } = job.queue
  const about = (state: string) =>
    eta_p50 === null ? state : t('wait.about', { state, time: spokenSeconds(eta_p50, t) })
  if (job.cancel_requested) return t('wait.canceling')
  const { step, steps, fraction, begun } = job.progress
  // In our line, or in that of its engine.
  if (position && (job.status === 'P' || step === 0))
    return about(t('wait.others', { count: position }))
  if (job.status === 'P') return about(t('wait.next'))
  if (job.status !== 'R') return ''
  const draws = isDrawing(job.parameters)
  if (step === 0 && begun) {
    const state = t(draws ? 'wait.drawing' : 'wait.working')
    // Nothing is told of how much is left: this is the time that the whole usually takes.
    if (eta_p50 === null) return state
    return t('wait.usually', { state, time: spokenSeconds(eta_p50, t) })
  }
  if (step === 0) return about(t('wait.starting'))
  if (step >= steps) {
    if (fraction >= 1) return t('wait.saving')
    return draws ? t('wait.finishingImages') : t('wait.finishing')
  }
  const percent = Math.floor((100 * step) / steps)
  const state = t(draws ? 'wait.step' : 'wait.part', { percent })
  return eta_p90 !== null && isSlow(job, eta_p90) ? t('wait.slow', { state }) : about(state)
}

/** `describeWait` in the page's language. */
export function useDescribeWait(): (job: Job) => string {
  const t = useTexts()
  return (job) => describeWait(job, t)
}

function isSlow(job: Job, p90: number): boolean {
  if (job.started_at === null || job.progress.fraction <= 0) return false
  const elapsed = (Date.now() - Date.parse(job.started_at)) / 1000
  return elapsed > 30 && elapsed * (1 - job.progress.fraction) > 3 * p90
}
