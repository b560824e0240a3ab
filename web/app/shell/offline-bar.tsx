import { useNetwork } from '@mantine/hooks'
import classes from './banners.module.css'

/** Says quietly that the network is away. */
export function OfflineBar() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          You are offline. What you have written is kept; the page goes on when the network is back.
        </p>
      )}
    </div>
  )
}
