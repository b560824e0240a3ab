import type { ReactNode } from 'react'
import classes from './frame.module.css'

/** Whether a phone shows the fields, or leaves their room to the stage. */
export interface Fold {
  /** Names the button. */
  label: string
  folded: boolean
  onFold: (folded: boolean) => void
}

/** A panel's form: its fields, which scroll, above the bar with price and button. */
export function PanelFrame({
  label,
  className,
  bar,
  fold,
  onSubmit,
  children,
}: {
  /** Names the form. */
  label: string
  /** Of what scrolls. */
  className?: string | undefined
  bar: ReactNode
  fold?: Fold
  onSubmit: () => void
  children: ReactNode
}) {
  return (
    <form
      className={classes.panel}
      aria-label={label}
      data-folded={fold?.folded || undefined}
      // Pressed before the page's code is there, the button does nothing instead of loading the page anew.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {fold && (
        <button
          type="button"
          className={classes.fold}
          aria-label={fold.label}
          aria-expanded={!fold.folded}
          onClick={() => fold.onFold(!fold.folded)}
        />
      )}
      <div className={`${classes.panelScroll} ${className ?? ''}`}>{children}</div>
      {bar}
    </form>
  )
}
