import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'

/** Tells the account the time zone of this browser when it is another, so that days in lists are the person's. */
export function useTimeZone(): void {
  const client = useQueryClient()
  const { me } = useSession()
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  useQuery({
    queryKey: queryKeys.timeZone(me?.id, here),
    queryFn: async () => {
      const answer = await call(api.account.setTimeZone, { body: { time_zone: here } })
      await Promise.all(
        [queryKeys.me, queryKeys.pictures, queryKeys.allLibraryDays].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
      return answer
    },
    // An administrator who looks as somebody else may be in another one.
    enabled: me !== null && me.viewed_until === null && Boolean(here) && me.time_zone !== here,
    // It is an act, not a reading.
    staleTime: 'static',
    retry: false,
  })
}
