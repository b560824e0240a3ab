import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Things of the collection page by page; they change with the installation alone. */
export function useThings(search: string, category: string | null) {
  return useInfiniteQuery({
    queryKey: queryKeys.things(search, category),
    queryFn: ({ signal, pageParam }) =>
      call(
        api.things.list,
        {
          query: {
            page: pageParam,
            ...(search !== '' && { q: search }),
            ...(category !== null && { category }),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}
