import type { Job } from '#contract/inference-jobs.ts'
import { type StageTexts, useTexts } from './texts.ts'

export interface EndNote {
  color: string
  text: string
  /** Who would make it cannot be used now. */
  isEngineAway: boolean
}

const AWAY: ReadonlySet<string> = new Set([
  'engine_unreachable',
  'engine_resting',
  'engine_gone',
  'deadline',
])

/** What to say about a job that ended without everything that was asked for. */
function endNote(job: Job, t: StageTexts): Omit<EndNote, 'isEngineAway'> | null {
  const missing = job.outputs - job.images.length
  const withCredits = (what: string) =>
    job.cost.released > 0
      ? t('endNote.returned', { what, credits: job.cost.released })
      : t('endNote.notCharged', { what })
  if (job.status === 'CD') return { color: 'gray', text: withCredits(t('endNote.canceled')) }
  if (job.status === 'B') {
    return { color: 'yellow', text: job.error?.message ?? withCredits(t('endNote.blocked')) }
  }
  if (job.status === 'FL') {
    return { color: 'red', text: withCredits(job.error?.message ?? t('endNote.failed')) }
  }
  if (job.status === 'S' && job.error !== null && missing > 0) {
    return { color: 'yellow', text: withCredits(job.error.message) }
  }
  return null
}

/** What to say about an ended job, in the page's language; null where all came that was asked for. */
export function useEndNote(): (job: Job) => EndNote | null {
  const t = useTexts()
  return (job) => {
    const note = endNote(job, t)
    return note && { ...note, isEngineAway: AWAY.has(job.error?.code ?? '') }
  }
}
