import { Skeleton } from '@mantine/core'
import classes from './gallery.module.css'

/** Rows in the shape of those to come. */
export function WaitingTiles({ rows }: { rows: number }) {
  return (
    <div className={classes.waiting} aria-hidden>
      {Array.from({ length: rows * 4 }, (_, index) => (
        <Skeleton key={index} className={classes.waitingTile} />
      ))}
    </div>
  )
}
