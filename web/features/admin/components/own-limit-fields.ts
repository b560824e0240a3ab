import type { OwnLimits, UsualLimits } from '#contract/own-limits.ts'
import type { OWN_LIMITS } from '#contract/values/own-limits.ts'
import { formatNumber } from '#web/lib/format.ts'

/** A limit that a person can have of their own. */
export type LimitName = keyof typeof OWN_LIMITS

interface LimitField {
  name: LimitName
  label: string
  /** More to know about it. */
  note?: string
  /** A figure in words. */
  said(count: number): string
}

const counted = (one: string, more: string) => (count: number) =>
  `${formatNumber(count)} ${count === 1 ? one : more}`

export const LIMIT_FIELDS: readonly LimitField[] = [
  {
    name: 'queue',
    label: 'Jobs in the queue',
    said: counted('job in the queue', 'jobs in the queue'),
  },
  { name: 'running', label: 'Jobs at once', said: counted('job at once', 'jobs at once') },
  { name: 'storage_mb', label: 'Uploads (MB)', said: counted('MB of uploads', 'MB of uploads') },
  {
    name: 'calls_per_minute',
    label: 'Requests a minute',
    note: 'Each web process counts for itself. The limit of a network address holds as well.',
    said: counted('request a minute', 'requests a minute'),
  },
]

/** Each limit that is a person's own, beside that of their plan: `2 jobs in the queue instead of 10`. */
export function ownLimitTexts(own: OwnLimits, usual: UsualLimits): string[] {
  return LIMIT_FIELDS.flatMap(({ name, said }) => {
    const limit = own[name]
    if (limit === null) return []
    const instead = usual[name]
    return [`${said(limit)} instead of ${instead === null ? 'any number' : formatNumber(instead)}`]
  })
}
