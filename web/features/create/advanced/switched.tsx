import { Collapse, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'

/** A group of settings behind a switch, which says why it cannot be used. */
export function Switched({
  label,
  description,
  obstacle,
  on,
  problem,
  onToggle,
  children,
}: {
  label: string
  description: string
  obstacle: string | null
  on: boolean
  problem: string | undefined
  onToggle: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <div>
      <Switch
        label={label}
        description={obstacle ?? description}
        error={problem}
        checked={on}
        // What is on must be possible to switch off.
        disabled={obstacle !== null && !on}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <Collapse expanded={on}>
        <Stack gap="sm" pt="sm">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
