import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './narrow-page.module.css'

/** A page that holds one form or message. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <Paper withBorder className={classes.panel}>
        {children}
      </Paper>
    </div>
  )
}
