import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call, nullIfMissing } from '#web/lib/api.ts'
import { collectionsQuery } from '#web/lib/collections.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { exploreKeys } from '#web/lib/explore-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useSession } from '#web/lib/session.ts'

/** Images that the viewer keeps, the last added first. @param collection empty: all of them */
export const useFavorites = (collection: string) =>
  useInfiniteQuery({
    queryKey: exploreKeys.favorites(collection),
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        api.favorites.list,
        {
          query: { ...(collection !== '' && { collection }), ...(cursor !== null && { cursor }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
  })

/** Where the viewer keeps an image; nowhere for those who are signed out. */
export function useFavorite(image: string) {
  const { isLoggedIn } = useSession()
  return useQuery({
    queryKey: exploreKeys.favorite(image),
    queryFn: ({ signal }) =>
      call(api.favorites.read, { params: { id: image } }, { signal }).catch(nullIfMissing),
    enabled: isLoggedIn,
  })
}

/** Keeps an image in a collection or in none; `false`: keeps it no longer. */
export function useKeep(image: string) {
  const client = useQueryClient()
  const params = { id: image }
  return useMutation({
    mutationFn: async (collection: string | null | false) => {
      if (collection === false) await call(api.favorites.remove, { params })
      else await call(api.favorites.keep, { params, body: { collection } })
    },
    onSuccess: () => refresh(client, exploreKeys.allFavorites),
  })
}

/** The viewer's own collections, by name. */
export const useCollections = (isWanted: boolean) =>
  useQuery({ ...collectionsQuery, enabled: isWanted })
