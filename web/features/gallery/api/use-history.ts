import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const HISTORY_PAGE = 40

/** Own pictures, newest first, page by page. */
export function useHistory(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: queryKeys.history,
    queryFn: ({ pageParam, signal }) =>
      call(
        api.predictionImages.list,
        {
          query: {
            limit: String(HISTORY_PAGE),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) =>
      next === null ? null : new URL(next, 'http://host').searchParams.get('cursor'),
    // Read anew at each visit: another device may have added pictures.
    refetchOnMount: 'always',
    enabled,
  })
}

type HistoryData = NonNullable<ReturnType<typeof useHistory>['data']>

/** Changes the pictures of the cached history in place. */
export function useEditHistory() {
  const client = useQueryClient()
  return (edit: (images: PredictionImage[]) => PredictionImage[]) =>
    client.setQueryData<HistoryData>(
      queryKeys.history,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, results: edit(page.results) })),
        },
    )
}
