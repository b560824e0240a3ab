import type { EntryKind } from '#contract/credits.ts'

/** What narrows the statement; days are UTC, as `YYYY-MM-DD`, both included. */
export interface StatementFilter {
  kind?: EntryKind
  from?: string
  to?: string
}

export const isFiltered = (filter: StatementFilter): boolean => Object.keys(filter).length > 0

/** The filter with one part set, or left out where it is empty. */
export function withPart<P extends keyof StatementFilter>(
  filter: StatementFilter,
  part: P,
  value: StatementFilter[P] | '' | null,
): StatementFilter {
  const { [part]: _old, ...others } = filter
  return value === '' || value === null || value === undefined
    ? others
    : { ...others, [part]: value }
}
