import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CommunityImage, ImageFeedQuery } from '#contract/community.ts'
import { type Answer, api, call, nullIfMissing } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { exploreKeys } from '#web/lib/explore-keys.ts'

export type ImageFeed = Answer<typeof api.civitImages.list>

/** A feed of images; its first page came with the page. */
export function useImages(query: Omit<ImageFeedQuery, 'cursor' | 'limit'>, first?: ImageFeed) {
  return useInfiniteQuery({
    queryKey: exploreKeys.images(query),
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        api.civitImages.list,
        { query: { ...query, ...(cursor !== null && { cursor }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    ...(first && { initialData: { pages: [first], pageParams: [null] } }),
  })
}

/** One image; null when it is not there, or no longer. */
export function useImage(id: string, first?: CommunityImage) {
  return useQuery({
    queryKey: exploreKeys.image(id),
    queryFn: ({ signal }) =>
      call(api.civitImages.detail, { params: { id } }, { signal }).catch(nullIfMissing),
    ...(first && { initialData: first }),
  })
}

export function useSimilarImages(id: string) {
  return useQuery({
    queryKey: exploreKeys.similarImages(id),
    queryFn: ({ signal }) =>
      call(
        api.civitImages.similar,
        {
          params: { id },
          query: {},
        },
        { signal },
      ),
  })
}

/** Likes an image, or takes the like back; the heart changes at once. */
export function useLike() {
  const client = useQueryClient()
  const put = (id: string, reactions: CommunityImage['reactions']) => {
    const changed = (image: CommunityImage) => (image.id === id ? { ...image, reactions } : image)
    client.setQueryData<CommunityImage | null>(exploreKeys.image(id), (image) =>
      image ? changed(image) : image,
    )
    client.setQueriesData<InfiniteData<ImageFeed>>(
      { queryKey: exploreKeys.imageFeeds },
      (feed) =>
        feed && {
          ...feed,
          pages: feed.pages.map((page) => ({ ...page, results: page.results.map(changed) })),
        },
    )
  }
  return useMutation({
    mutationFn: async ({ id, reactions: { like } }: CommunityImage) =>
      like
        ? call(api.communityPeople.unlike, { params: { id } })
        : call(api.communityPeople.like, { params: { id }, body: {} }),
    onMutate: ({ id, reactions: { like, count } }) =>
      put(id, { like: !like, count: count + (like ? -1 : 1) }),
    onSuccess: ({ reactions }, { id }) => put(id, reactions),
    onError: (_error, { id, reactions }) => put(id, reactions),
  })
}

/** The request that makes an image like this one. */
export const useRemix = () =>
  useMutation({
    mutationFn: (id: string) => call(api.communityPeople.remix, { params: { id }, body: {} }),
  })
