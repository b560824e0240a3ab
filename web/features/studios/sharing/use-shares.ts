import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ModelShare } from '#contract/model-shares.ts'
import { api, call } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { handleError } from '#web/lib/errors.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Reads again whatever shows shares, and what may be used because of them. */
function useReadAnew() {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.modelShares }),
        client.invalidateQueries({ queryKey: queryKeys.trainedModels }),
        client.invalidateQueries({ queryKey: queryKeys.packs }),
      ]),
    [client],
  )
}

/** With whom an own model is shared, as it changes. */
export function useShares(id: string) {
  const readAnew = useReadAnew()
  useServerEvent('model_share', () => void readAnew())
  return useQuery({
    queryKey: queryKeys.sharesOf(id),
    queryFn: ({ signal }) => call(api.modelShares.ofTraining, { params: { id } }, { signal }),
  })
}

/** Offers an own model, and takes it back. */
export function useShareActions(id: string) {
  const onSettled = useReadAnew()
  const offer = useMutation({
    mutationFn: (email: string) => call(api.modelShares.offer, { params: { id }, body: { email } }),
    meta: { showsOwnErrors: true },
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: (share: ModelShare) => call(api.modelShares.revoke, { params: { id: share.id } }),
    onError: handleError,
    onSettled,
  })
  return { offer, revoke }
}

/** What others share with one, and offer, as it changes. */
export function useSharedModels() {
  const readAnew = useReadAnew()
  useServerEvent('model_share', () => void readAnew())
  return useInfiniteQuery({
    queryKey: queryKeys.sharedModels,
    queryFn: ({ signal, pageParam: cursor }) =>
      call(api.modelShares.list, { query: cursor === null ? {} : { cursor } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
  })
}

/** Accepts, declines, gives back. */
export function useAnswerShare(id: string) {
  const onSettled = useReadAnew()
  return useMutation({
    mutationFn: (answer: 'accept' | 'decline' | 'give_back') =>
      call(api.modelShares.answer, { params: { id }, body: { answer } }),
    onError: handleError,
    onSettled,
  })
}
