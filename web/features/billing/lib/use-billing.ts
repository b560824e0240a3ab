import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BillingState } from '#contract/billing.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useSession } from '#web/lib/session.ts'

/**
 * Plan, what comes next, and the payments of the signed-in person; kept true by the events of credits.
 * @param options.enabled false where nobody needs it
 */
export function useBilling({ enabled = true }: { enabled?: boolean } = {}) {
  const client = useQueryClient()
  const { me } = useSession()
  const billing = useQuery({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => call(api.billing.state, {}, { signal }),
    enabled: enabled && me !== null,
    // The provider may have changed something while nobody listened.
    refetchOnMount: 'always',
  })
  const state = billing.data
  const shown = me && [me.plan.name, me.plan.period, me.plan.renews_at, me.plan.cancel_at].join()
  const read = state && [state.plan, state.period, state.renews_at, state.cancel_at].join()
  useEffect(() => {
    if (read && shown && read !== shown) void client.invalidateQueries({ queryKey: queryKeys.me })
    // Only a fresh reading says that the person's plan is out of date.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, state])
  return billing
}

/** Puts a new state where it is shown, and reads the person and the statement again. */
export function useTakeBilling(): (state: BillingState) => void {
  const client = useQueryClient()
  return (state) => {
    client.setQueryData(queryKeys.billing, state)
    void client.invalidateQueries({ queryKey: queryKeys.me })
    void refresh(client, queryKeys.statement)
  }
}
