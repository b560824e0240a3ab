import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '#contract/paths.ts'
import { guardBrowserData } from '#web/lib/browser-data.ts'
import { followEvents } from '#web/lib/events.ts'
import { applyEvent } from '#web/lib/event-cache.ts'
import { useSession } from '#web/lib/session.ts'
import { useLoginBonus } from './use-login-bonus.ts'
import { useTimeZone } from './use-time-zone.ts'

/** What runs behind every page: for a signed-in person the event stream and the day's bonus. */
export function LiveUpdates() {
  const client = useQueryClient()
  const { me } = useSession()
  const userId = me?.id
  useEffect(
    () => (userId ? followEvents(userId, (event) => applyEvent(client, event)) : undefined),
    [client, userId],
  )
  useEffect(() => (userId ? guardBrowserData(userId, paths.home.link()) : undefined), [userId])
  useLoginBonus()
  useTimeZone()
  return null
}
