import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ApiError, call, nullIfMissing } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

const ASK_AGAIN_MS = 2_000

/** What became of a checkout, null for one that is not this person's; asked until it is paid or expired: then plan and credits are shown everywhere. */
export function useCheckoutResult(session: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: queryKeys.checkout(session),
    queryFn: async ({ signal }) => {
      const answer = await call(
        api.billing.checkoutSuccess,
        { query: { session_id: session } },
        { signal },
      ).catch(nullIfMissing)
      if (answer?.status === 'paid') {
        void client.invalidateQueries({ queryKey: queryKeys.me })
        void refresh(client, queryKeys.billing)
        void refresh(client, queryKeys.statement)
      }
      return answer
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? ASK_AGAIN_MS : false),
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
  })
}
