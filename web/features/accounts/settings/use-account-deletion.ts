import { useMutation, useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { forgetSession } from '#web/lib/sign-out.ts'
import { useTexts } from './texts.ts'

/** Reads what deleting the account would lose, again each time somebody looks. */
export const useAccountDeletion = () =>
  useQuery({
    queryKey: queryKeys.accountDeletion,
    queryFn: ({ signal }) => call(api.account.deletion, {}, { signal }),
    refetchOnMount: 'always',
  })

/** Deletes the account and goes home, signed out. The form shows what is refused. */
export function useDeleteAccount() {
  const t = useTexts()
  return useMutation({
    mutationFn: (body: { password?: string }) => call(api.account.remove, { body }),
    onSuccess: () => forgetSession(paths.home.link(), t('deleteAccountDialog.deleted')),
    meta: { showsOwnErrors: true },
  })
}
