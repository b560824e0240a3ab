import type { KeyboardEvent, ReactNode } from 'react'

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

/** Arrow keys go from tile to tile and choose it, as in every group of radio buttons. */
function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')]
  const index = tiles.findIndex((tile) => tile === document.activeElement)
  const next = tiles[(index + step + tiles.length) % tiles.length]
  if (index < 0 || next === undefined) return
  event.preventDefault()
  next.focus()
  next.click()
}

/**
 * Tiles of which one is chosen: buttons with `role="radio"`, of which the chosen one (or the first) has
 * `tabIndex` 0 and the others -1.
 */
export function RadioTiles({
  label,
  className,
  children,
}: {
  /** Id of the element that names the group. */
  label: string
  className: string | undefined
  children: ReactNode
}) {
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={label}
      className={className}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}
