import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What went wrong with a form, inside it; nothing without children. */
export function FormFailure({ title, children }: { title: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <Alert role="alert" color="red" title={title} icon={<IconAlertCircle aria-hidden="true" />}>
      {children}
    </Alert>
  )
}
