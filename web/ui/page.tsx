import type { ReactNode } from 'react'
import classes from './page.module.css'

/**
 * The column that holds a page; all begin at the same edge.
 * @param width `text` for reading, at most 68 characters a line; else the whole column
 */
export function Page({
  children,
  width = 'full',
}: {
  children: ReactNode
  width?: 'text' | 'full'
}) {
  return (
    <div className={classes.page}>
      {width === 'text' ? <div className={classes.text}>{children}</div> : children}
    </div>
  )
}
