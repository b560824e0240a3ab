import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** How a state is shown: its word and a colour of the theme. */
export interface StateLook {
  label: string
  color: string
}

/** The state of a row; its word is never cut. */
export function StateBadge({ look: { label, color } }: { look: StateLook }) {
  return (
    <Badge variant="light" color={color} miw="max-content">
      {label}
    </Badge>
  )
}

/** A value with something smaller below it; without the latter just the value. */
export function Noted({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    // One child of its cell, which lays its children side by side on a phone.
    <div>
      {children}
      {note !== null && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  )
}
