import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CreatorProfile } from '#contract/community.ts'
import { api, call, nullIfMissing } from '#web/lib/api.ts'
import { exploreKeys } from '#web/lib/explore-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useSession } from '#web/lib/session.ts'

type Relation = 'follows' | 'blocks'

const callsOf = (relation: Relation) =>
  relation === 'follows'
    ? {
        list: (signal: AbortSignal) => call(api.follows.list, {}, { signal }),
        add: (creator: string) => call(api.follows.add, { body: { creator } }),
        remove: (id: string) => call(api.follows.remove, { params: { id } }),
      }
    : {
        list: (signal: AbortSignal) => call(api.blocks.list, {}, { signal }),
        add: (creator: string) => call(api.blocks.add, { body: { creator } }),
        remove: (id: string) => call(api.blocks.remove, { params: { id } }),
      }

/** Somebody who publishes; null for one who is not there, or whom the viewer blocked. */
export function useCreator(id: string, first?: CreatorProfile) {
  return useQuery({
    queryKey: exploreKeys.creator(id),
    queryFn: ({ signal }) =>
      call(api.creators.detail, { params: { id } }, { signal }).catch(nullIfMissing),
    ...(first && { initialData: first }),
  })
}

/** Creators that the viewer follows or blocked; none for those who are signed out. */
export function useRelated(relation: Relation) {
  const { isLoggedIn } = useSession()
  return useQuery({
    queryKey: exploreKeys.related(relation),
    queryFn: ({ signal }) => callsOf(relation).list(signal),
    enabled: isLoggedIn,
  })
}

/** Follows or blocks a creator, or ends it. What a block hides is read again. */
export function useRelate(relation: Relation) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ creator, isOn }: { creator: string; isOn: boolean }) => {
      const calls = callsOf(relation)
      await (isOn ? calls.remove(creator) : calls.add(creator))
    },
    onSuccess: () =>
      refresh(client, relation === 'blocks' ? exploreKeys.all : exploreKeys.related(relation)),
  })
}

/** Models, images, people and tags that have these words. */
export function useSearch(q: string) {
  return useQuery({
    queryKey: exploreKeys.search(q),
    queryFn: ({ signal }) => call(api.communityPeople.search, { query: { q } }, { signal }),
    enabled: q !== '',
  })
}
