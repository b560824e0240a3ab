import { useEffect } from 'react'
import { asksForPrivacy, useSite } from '#web/lib/site.ts'
import { setTelemetry } from '#web/lib/telemetry.ts'
import { useSession } from '#web/lib/session.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'

const loadLiveUpdates = () => import('./live-updates.tsx').then((module) => module.LiveUpdates)
const loadServiceWorker = () =>
  import('../installed/service-worker.tsx').then((module) => module.ServiceWorker)
const loadChat = () => import('./support-chat.ts').then((module) => module.SupportChat)
const loadTelemetry = () => import('./privacy-choices.ts').then((module) => module.Telemetry)

/** The page shows itself and is at rest before this begins. */
const SETTLED_MS = 3000

/**
 * What runs behind every page: for a signed-in person the live updates, for everybody the service worker, and what is told to others
 * where this installation tells anything.
 */
export function Background() {
  const { isLoggedIn, isPaid } = useSession()
  const [LiveUpdates, askLive] = useDeferred(loadLiveUpdates)
  const { site } = useSite()
  const isAsking = asksForPrivacy(site)
  // Under the same rules as the chat of another service.
  const hasOwnChat = isPaid && site.telemetry.chat === null
  const [SupportChat, askChat] = useDeferred(loadChat)
  const [Telemetry, askTelemetry] = useDeferred(loadTelemetry)
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
    if (hasOwnChat) void askChat()
  }, [hasOwnChat, askChat])
  useEffect(() => {
    if (isAsking) void askTelemetry()
    else setTelemetry(null)
  }, [isAsking, askTelemetry])
  useEffect(() => {
    // Development changes its files all the time; without https there is none.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    const timer = setTimeout(() => void askWorker(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [askWorker])
  return (
    <>
      {LiveUpdates && <LiveUpdates />}
      {Telemetry && <Telemetry />}
      {SupportChat && hasOwnChat && <SupportChat />}
      {ServiceWorker && <ServiceWorker />}
    </>
  )
}
