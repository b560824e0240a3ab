import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followEvents } from '#web/lib/events.ts'
import { applyEvent } from '#web/lib/event-cache.ts'
import { useSession } from '#web/lib/session.ts'
import { useLoginBonus } from './use-login-bonus.ts'

/** What runs behind every page of a signed-in person: the event stream and the day's bonus. */
export function LiveUpdates() {
  const client = useQueryClient()
  const { me } = useSession()
  const userId = me?.id
  useEffect(
    () => (userId ? followEvents(userId, (event) => applyEvent(client, event)) : undefined),
    [client, userId],
  )
  useLoginBonus()
  return null
}
