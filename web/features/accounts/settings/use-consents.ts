import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsentKind } from '#contract/consents.ts'
import { api, call } from '#web/lib/api.ts'
import { handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

/** What the person agreed to apart from the terms. */
export const useConsents = () =>
  useQuery({
    queryKey: queryKeys.consents,
    queryFn: ({ signal }) => call(api.consents.list, {}, { signal }),
    refetchOnMount: 'always',
  })

export function useWithdrawConsent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (kind: ConsentKind) => call(api.consents.withdraw, { body: { kind } }),
    onError: handleError,
    onSettled: () => refresh(client, queryKeys.consents),
  })
}
