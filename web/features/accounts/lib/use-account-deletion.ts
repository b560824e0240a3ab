import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { forgetSession } from '#web/lib/session.ts'
import { texts } from '../texts.ts'

/** What deleting the account would lose, read anew each time somebody looks. */
export const useAccountDeletion = () =>
  useQuery({
    queryKey: queryKeys.accountDeletion,
    queryFn: ({ signal }) => call(api.account.deletion, {}, { signal }),
    refetchOnMount: 'always',
  })

/** Deletes the account and goes home, signed out. The form shows what is refused. */
export function useDeleteAccount() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: { password?: string }) => call(api.account.remove, { body }),
    onSuccess: async () => {
      // First away from a page that only exists for somebody signed in.
      await navigate(paths.home.link())
      forgetSession(queries)
      notifications.show({ color: 'green', ...texts.accountDeleted })
    },
    meta: { showsOwnErrors: true },
  })
}
