import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { keepWayBack } from '#web/lib/way-back.ts'

const LOOK_EVERY_MS = 4000

/** Leads on as soon as the address of who is signed in is confirmed, wherever the link was opened. */
export function useGoOnOnceVerified(next: string | undefined): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { me } = useSession()
  const { site } = useSite()
  const isWaiting = me !== null && !me.email_verified
  const isVerified = me?.email_verified === true
  useEffect(() => {
    if (!isWaiting) return undefined
    const look = () => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: queryKeys.me })
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client, isWaiting])
  const goOn = useEffectEvent(() => {
    keepWayBack(null)
    void navigate(next ?? site.defaultLoggedInLanding)
  })
  useEffect(() => {
    if (isVerified) goOn()
  }, [isVerified])
}
