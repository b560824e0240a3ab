import type { AdminJob } from '#contract/admin-jobs.ts'
import type { TicketState } from '#contract/support.ts'
import { hasText, useTexts } from '#web/lib/tool-names/texts.ts'
import type { StateLook } from '#web/ui/cells.tsx'

export const JOB_STATES: Record<AdminJob['status'], StateLook> = {
  P: { label: 'Waiting', color: 'gray' },
  R: { label: 'Running', color: 'blue' },
  S: { label: 'Done', color: 'green' },
  FL: { label: 'Failed', color: 'red' },
  CD: { label: 'Canceled', color: 'gray' },
  B: { label: 'Blocked', color: 'yellow' },
}

export const TICKET_STATES: Record<TicketState, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

/** Credits that were spent on what is no job. */
const OTHER_WORK: Record<string, string> = {
  training: 'Training',
  improve_prompt: 'Better prompts',
  describe_image: 'Descriptions of images',
}

/** Returns a cause of failure as it is read: `out of memory`. */
export const causeText = (code: string): string => code.replaceAll('_', ' ')

/** Gives a type of job, or of other work that costs credits, its name. */
export function useJobType(): (type: string) => string {
  const t = useTexts()
  return (type) => {
    const key = `job.${type}`
    return hasText(key) ? t(key) : (OTHER_WORK[type] ?? type)
  }
}

/** The list of jobs or payments, narrowed to one. */
export const found = (path: string, id: string): string =>
  `${path}?search=${encodeURIComponent(id)}`
