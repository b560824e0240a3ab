import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { exploreKeys } from '#web/lib/explore-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

export function useComments(image: string) {
  return useInfiniteQuery({
    queryKey: exploreKeys.comments(image),
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        api.communityPeople.comments,
        { params: { id: image }, query: cursor === null ? {} : { cursor } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
  })
}

/** What can be done with the comments on an image. */
export function useCommentActions(image: string) {
  const client = useQueryClient()
  const onSuccess = () => refresh(client, exploreKeys.comments(image))
  const meta = { showsOwnErrors: true }
  const add = useMutation({
    mutationFn: ({ text, parent }: { text: string; parent: string | null }) =>
      call(api.communityPeople.comment, { params: { id: image }, body: { text, parent } }),
    meta,
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      call(api.communityPeople.changeComment, { params: { id }, body: { text } }),
    meta,
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(api.communityPeople.removeComment, { params: { id } }),
    onSuccess,
  })
  return { add, change, remove }
}
