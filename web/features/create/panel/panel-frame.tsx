import type { ReactNode } from 'react'
import classes from './frame.module.css'

/** A panel's form: its fields, which scroll, above the bar with price and button. */
export function PanelFrame({
  label,
  className,
  bar,
  onSubmit,
  children,
}: {
  /** Names the form. */
  label: string
  /** Of what scrolls. */
  className?: string | undefined
  bar: ReactNode
  onSubmit: () => void
  children: ReactNode
}) {
  return (
    <form
      className={classes.panel}
      aria-label={label}
      // Pressed before the page's code is there, the button does nothing instead of loading the page anew.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className={`${classes.panelScroll} ${className ?? ''}`}>{children}</div>
      {bar}
    </form>
  )
}
