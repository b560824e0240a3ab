import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

/** What the viewer is told, the newest first. */
export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: queryKeys.notificationList,
    queryFn: ({ signal, pageParam: cursor }) =>
      call(api.notifications.list, { query: cursor === null ? {} : { cursor } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    refetchOnMount: 'always',
  })

/** All up to a time have been read; the list keeps showing what was new until it is opened again. */
export function useReadUntil() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(api.notifications.read, { body: { until } }),
    meta: { showsOwnErrors: true },
    onSuccess: () => refresh(client, queryKeys.unreadNotifications),
  })
}
