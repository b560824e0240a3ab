import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useSession } from '#web/lib/session.ts'

/**
 * Claims the day's bonus when the app is opened, once. Quiet: another tab or device may have been first,
 * and the event stream tells the new balance.
 */
export function useLoginBonus(): void {
  const client = useQueryClient()
  const { me } = useSession()
  const isDue = Boolean(
    me?.email_verified &&
    me.login_bonus.amount > 0 &&
    !me.login_bonus.claimed_today &&
    // A look as somebody else changes nothing.
    me.viewed_until === null,
  )
  useQuery({
    queryKey: queryKeys.loginBonus(me?.id),
    queryFn: async () => {
      const answer = await call(api.credits.claimLoginBonus, { body: {} })
      // The event of it may pass before the stream is open.
      void refresh(client, queryKeys.statement)
      await client.invalidateQueries({ queryKey: queryKeys.me })
      return answer
    },
    enabled: isDue,
    // It is an act, not a reading: what makes the page read everything again does not claim the bonus a second time.
    staleTime: 'static',
    retry: false,
  })
}
