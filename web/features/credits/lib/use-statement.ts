import { useInfiniteQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { StatementFilter } from './statement-filter.ts'

const PAGE = '20'

/** Balance, lots and the statement, newest first, page by page. */
export function useStatement(filter: StatementFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.statementPart(filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        api.credits.statement,
        { query: { ...filter, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    // Another device may have spent some while nobody listened.
    refetchOnMount: 'always',
    // The old lines stay until those of a new filter are there.
    placeholderData: (previous) => previous,
  })
}
