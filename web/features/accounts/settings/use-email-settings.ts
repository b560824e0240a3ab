import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

/** The address, a new one that waits for its confirmation, and how a change is confirmed. */
export const useEmailSettings = () =>
  useQuery({
    queryKey: queryKeys.accountEmail,
    queryFn: ({ signal }) => call(api.account.email, {}, { signal }),
    refetchOnMount: 'always',
  })

/** Asks for another address; the form shows what is refused. */
export function useChangeEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) =>
      call(api.account.changeEmail, { body }),
    onSuccess: () => refresh(client, queryKeys.accountEmail),
    meta: { showsOwnErrors: true },
  })
}
