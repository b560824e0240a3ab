import type { ReactNode } from 'react'
import classes from './page.module.css'

/**
 * The column that holds a page.
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
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  )
}
