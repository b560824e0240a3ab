import { useEffect } from 'react'
import { useSession } from '#web/lib/session.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'

const loadLiveUpdates = () => import('./live-updates.tsx').then((module) => module.LiveUpdates)
const loadServiceWorker = () =>
  import('../installed/service-worker.tsx').then((module) => module.ServiceWorker)

/** The page shows itself and is at rest before this begins. */
const SETTLED_MS = 3000

/** What runs behind every page: for a signed-in person the live updates, and for everybody the service worker. */
export function Background() {
  const { isLoggedIn } = useSession()
  const [LiveUpdates, askLive] = useDeferred(loadLiveUpdates)
  const [ServiceWorker, askWorker] = useDeferred(loadServiceWorker)
  useEffect(() => {
    if (!isLoggedIn) return undefined
    const again = () => void askLive()
    again()
    // Where it could not be loaded for want of a network, it comes with that.
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isLoggedIn, askLive])
  useEffect(() => {
    // Development changes its files all the time; without https there is none.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    const timer = setTimeout(() => void askWorker(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [askWorker])
  return (
    <>
      {LiveUpdates && <LiveUpdates />}
      {ServiceWorker && <ServiceWorker />}
    </>
  )
}
