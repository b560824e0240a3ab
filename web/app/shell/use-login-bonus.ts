import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'

/** Claims the day's bonus when the app is opened. Quiet: another tab or device may have been first. */
export function useLoginBonus(): void {
  const client = useQueryClient()
  const { me } = useSession()
  const isDue = Boolean(
    me?.email_verified && me.login_bonus.amount > 0 && !me.login_bonus.claimed_today,
  )
  useEffect(() => {
    if (!isDue) return
    call(api.credits.claimLoginBonus, { body: {} })
      .then(() =>
        Promise.all([
          client.invalidateQueries({ queryKey: queryKeys.me }),
          client.invalidateQueries({ queryKey: queryKeys.statement }),
        ]),
      )
      .catch(() => undefined)
  }, [client, isDue])
}
