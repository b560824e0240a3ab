import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Some controls under a name. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={8}>
      <Text component="h2" size="sm" fw={700}>
        {label}
      </Text>
      {children}
    </Stack>
  )
}
