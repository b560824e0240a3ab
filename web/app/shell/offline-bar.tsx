import { useNetwork } from '@mantine/hooks'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import classes from './banners.module.css'
import { useTexts } from './texts.ts'

/**
 * Says quietly that the network is away. A link then keeps the page, as the next one cannot be loaded and the browser would
 * show its own error in its place.
 */
export function OfflineBar() {
  const t = useTexts()
  const { online } = useNetwork()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (online && blocker.state === 'blocked') blocker.reset()
  }, [online, blocker])
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          {blocker.state === 'blocked' ? t('offlineBar.stay') : t('offlineBar.kept')}
        </p>
      )}
    </div>
  )
}
