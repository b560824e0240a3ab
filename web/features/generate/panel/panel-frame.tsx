import { type ReactNode, useState } from 'react'
import classes from './frame.module.css'
import { type Waits, WaitsContext } from './use-wait.ts'
import { Form } from '#web/ui/form.tsx'

/** A panel's form: its fields, which scroll, above the bar with price and button. While a field waits it sends nothing. */
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
  const waits = useState<Waits>([])
  return (
    <Form
      className={classes.panel}
      aria-label={label}
      // Pressed before the page's code is there, the button does nothing instead of loading the page again.
      method="dialog"
      onSubmit={() => {
        if (waits[0].length === 0) onSubmit()
      }}
    >
      <WaitsContext value={waits}>
        <div className={`${classes.panelScroll} ${className ?? ''}`}>{children}</div>
        {bar}
      </WaitsContext>
    </Form>
  )
}
