import { useEffect } from 'react'
import { useSession } from '#web/lib/session.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'

/** What runs behind every page of a signed-in person; visitors do not load it. */
export function Background() {
  const { isLoggedIn } = useSession()
  const [LiveUpdates, ask] = useDeferred(() =>
    import('./live-updates.tsx').then((module) => module.LiveUpdates),
  )
  useEffect(() => {
    if (!isLoggedIn) return undefined
    const again = () => void ask()
    again()
    // Where it could not be loaded for want of a network, it comes with that.
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isLoggedIn, ask])
  return LiveUpdates && <LiveUpdates />
}
