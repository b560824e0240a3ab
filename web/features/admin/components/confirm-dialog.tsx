import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'

interface Props {
  title: string
  /** What will happen. */
  children: ReactNode
  /** Words of the button that does nothing. */
  decline: string
  /** Words of the button that does it. */
  confirm: string
  /** Something is lost by it. */
  isRemoval?: boolean
  isPending: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before something is done that costs money or cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  decline,
  confirm,
  isRemoval = false,
  isPending,
  onConfirm,
  onClose,
}: Props) {
  return (
    <DeferredDialog lang="en" opened onClose={onClose} title={title} size={440}>
      <Stack>
        <Text>{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {decline}
          </Button>
          <Button
            {...(isRemoval && { color: 'red', variant: 'light' })}
            loading={isPending}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </DeferredDialog>
  )
}
