import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { accountKeys } from '#web/lib/account-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useTexts } from '../texts.ts'

/** Own keys, read again each time somebody looks. */
export const useApiKeys = () =>
  useQuery({
    queryKey: accountKeys.apiKeys,
    queryFn: ({ signal }) => call(api.apiKeys.list, {}, { signal }),
    refetchOnMount: 'always',
  })

/** The last calls of a key, read again each time they are opened. */
export const useKeyCalls = (id: string) =>
  useQuery({
    queryKey: accountKeys.apiKeyCalls(id),
    queryFn: ({ signal }) => call(api.apiKeys.calls, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** Makes a key; the form shows what is refused. */
export function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof call<typeof api.apiKeys.create>>[1]['body']) =>
      call(api.apiKeys.create, { body }),
    onSuccess: () => refresh(client, accountKeys.apiKeys),
    meta: { showsOwnErrors: true },
  })
}

export function useRevokeKey() {
  const t = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) =>
      call(api.apiKeys.revoke, { params: { id } }),
    onSuccess: (_answer, { name }) => {
      notifications.show({ message: t('revoked', { name }) })
    },
    // Also when it failed: it may be revoked already.
    onSettled: () => refresh(client, accountKeys.apiKeys),
  })
}
