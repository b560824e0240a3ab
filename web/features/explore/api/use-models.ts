import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CommunityModelDetail, ModelFeedQuery } from '#contract/community.ts'
import { type Answer, api, call, nullIfMissing } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { exploreKeys } from '#web/lib/explore-keys.ts'

export type ModelFeed = Answer<typeof api.civitModelVersions.list>

/** A feed of models; its first page came with the page. */
export function useModels(query: Omit<ModelFeedQuery, 'cursor' | 'limit'>, first?: ModelFeed) {
  return useInfiniteQuery({
    queryKey: exploreKeys.models(query),
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        api.civitModelVersions.list,
        { query: { ...query, ...(cursor !== null && { cursor }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    ...(first && { initialData: { pages: [first], pageParams: [null] } }),
  })
}

/** One model, by its id or slug, or by the id of a version; null when it is not there. */
export function useModel(id: string, first?: CommunityModelDetail) {
  return useQuery({
    queryKey: exploreKeys.model(id),
    queryFn: ({ signal }) =>
      call(api.civitModelVersions.detail, { params: { id } }, { signal }).catch(nullIfMissing),
    ...(first && { initialData: first }),
  })
}

export type SimilarModels = Answer<typeof api.civitModelVersions.similar>

/** Models like one; `first` came with the page. */
export function useSimilarModels(id: string, first?: SimilarModels) {
  return useQuery({
    queryKey: exploreKeys.similarModels(id),
    queryFn: ({ signal }) =>
      call(api.civitModelVersions.similar, { params: { id }, query: {} }, { signal }),
    ...(first && { initialData: first }),
  })
}
