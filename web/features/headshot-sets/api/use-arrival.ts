import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ApiError, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const ASK_AGAIN_MS = 2000

/** Asks whether the card payment of a set has come, until it has: the provider's own word may take a while. */
export function useArrival(set: string, session: string | null): void {
  const client = useQueryClient()
  useQuery({
    queryKey: queryKeys.checkout(session ?? ''),
    queryFn: async ({ signal }) => {
      const query = { session_id: session ?? '' }
      const answer = await call(api.billing.checkoutSuccess, { query }, { signal })
      if (answer.status !== 'open') {
        void client.invalidateQueries({ queryKey: queryKeys.headshotSet(set) })
      }
      return answer
    },
    enabled: session !== null,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? ASK_AGAIN_MS : false),
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
  })
}
