import { useNetwork } from '@mantine/hooks'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import classes from './banners.module.css'

/**
 * Says quietly that the network is away. A link then keeps the page, as the next one cannot be loaded and the browser would
 * show its own error in its place.
 */
export function OfflineBar() {
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
          {blocker.state === 'blocked'
            ? 'You are offline, so you stay on this page. Try the link again when you are back online.'
            : 'You are offline. What you have written is kept; the page goes on when the network is back.'}
        </p>
      )}
    </div>
  )
}
