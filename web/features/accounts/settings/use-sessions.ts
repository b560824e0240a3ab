import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useTexts } from './texts.ts'

/** Reads where the person is logged in, again each time somebody looks. */
export const useSessions = () =>
  useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call(api.account.sessions, {}, { signal }),
    refetchOnMount: 'always',
  })

/** Ends one session by its id, or without one all but this. */
export function useEndSessions() {
  const t = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string | null }) =>
      id === null
        ? call(api.account.endOtherSessions, {})
        : call(api.account.endSession, { params: { id } }),
    onSuccess: (_answer, { id }) => {
      notifications.show({
        message: t(id === null ? 'sessions.othersEnded' : 'sessions.ended'),
      })
    },
    // Also when it failed: somebody else may have ended it.
    onSettled: () => refresh(client, queryKeys.sessions),
  })
}
