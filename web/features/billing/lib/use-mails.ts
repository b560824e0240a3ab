import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MailChoice } from '#contract/billing.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Which mails the signed-in person wants. */
export const useMails = () =>
  useQuery({
    queryKey: queryKeys.mails,
    queryFn: ({ signal }) => call(api.billing.mails, {}, { signal }),
    refetchOnMount: 'always',
  })

/** Switches them; the page shows the new state once the server has it. */
export function useChooseMails() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (choice: Partial<MailChoice>) => call(api.billing.chooseMails, { body: choice }),
    onSuccess: (choice) => queries.setQueryData(queryKeys.mails, choice),
  })
}
