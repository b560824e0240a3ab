import type { Business } from '#contract/admin-business.ts'
import { paths } from '#contract/paths.ts'

/** A time as the lists take it. */
export interface Span {
  from: string
  to: string
}

const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`

/** The lists behind the figures of an hour or a day. */
export const listLinks = {
  ordered: ({ from, to }: Span) => withQuery(paths.adminJobs.link(), { from, to }),
  ended: ({ from, to }: Span, more: Record<string, string> = {}) =>
    withQuery(paths.adminJobs.link(), { ended_from: from, ended_to: to, ...more }),
  paid: ({ from, to }: Span) =>
    withQuery(paths.adminPayments.link(), { paid_from: from, paid_to: to }),
  people: ({ from, to }: Span) => withQuery(paths.adminPeople.link(), { from, to }),
}

/** The days of a month, on the overview. */
export const daysLink = ({ from, to }: Span): string =>
  withQuery(paths.adminOverview.link(), { by: 'day', from, to })

/** The time of each bucket. */
export const spansOf = ({ buckets, to }: Business): Span[] =>
  buckets.map(({ at }, index) => ({ from: at, to: buckets[index + 1]?.at ?? to }))
