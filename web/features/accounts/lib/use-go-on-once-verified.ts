import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { keepWayBack, readWayBack } from '#web/lib/way-back.ts'
import { firstGoal } from './first-goal.ts'

const LOOK_EVERY_MS = 4000

/**
 * Leads on as soon as the address of who is signed in is confirmed, wherever the link was opened. A new password that is
 * chosen there ends this session, too: then it leads to the login.
 * @param options.next where to; else to what the person was doing, or to the first page
 * @param options.atOnce whether to lead on also if the address was confirmed from the start
 */
export function useGoOnOnceVerified({
  next,
  atOnce,
}: {
  next?: string | undefined
  atOnce: boolean
}): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { me } = useSession()
  const { site } = useSite()
  const hasWaited = useRef(false)
  const state = me === null ? 'nobody' : me.email_verified ? 'verified' : 'waiting'
  useEffect(() => {
    if (state !== 'waiting') return undefined
    const look = () => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: queryKeys.me })
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, state])
  const follow = useEffectEvent((now: typeof state) => {
    const goal = firstGoal(next ?? readWayBack(), site.defaultLoggedInLanding)
    if (now === 'waiting') hasWaited.current = true
    else if (now === 'nobody') {
      if (hasWaited.current) void navigate(paths.login.link({ nextUrl: goal }))
    } else if (hasWaited.current || atOnce) {
      keepWayBack(null)
      void navigate(goal)
    }
  })
  useEffect(() => follow(state), [state])
}
