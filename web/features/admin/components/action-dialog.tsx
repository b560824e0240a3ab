import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { randomId } from '#web/lib/random-id.ts'

interface ActDialogProps {
  title: string
  /** Whom or what it is about. */
  about: ReactNode
  /** What is asked for beside the reason. */
  children: ReactNode
  /** Who reads the reason. */
  reasonReader: string
  button: { text: string; isEnd?: boolean }
  /** False while what was filled in cannot be sent. */
  isReady: boolean
  /** The same `key` for every press of this dialog. @returns what to tell once it is done */
  act(sent: { key: string; reason: string }): Promise<string>
  onClose(): void
}

/** An act of an administrator, with its reason: pressed twice it is done once. */
export function ActionDialog({
  title,
  about,
  children,
  reasonReader,
  button,
  isReady,
  act,
  onClose,
}: ActDialogProps) {
  const [key] = useState(() => randomId())
  const [reason, setReason] = useState('')
  const [isSending, setSending] = useState(false)

  async function submit(): Promise<void> {
    if (!isReady || isSending) return
    setSending(true)
    try {
      notifications.show({ message: await act({ key, reason }) })
      onClose()
    } catch {
      // Told by the call itself; what was filled in stays.
      setSending(false)
    }
  }

  return (
    <DeferredDialog opened onClose={onClose} title={title} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text c="dimmed">{about}</Text>
          {children}
          <TextInput
            label="Reason"
            description={reasonReader}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            minLength={3}
            maxLength={500}
            required
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Keep as it is
            </Button>
            <Button
              type="submit"
              {...(button.isEnd && { color: 'red', variant: 'light' })}
              loading={isSending}
              disabled={!isReady}
            >
              {button.text}
            </Button>
          </Group>
        </Stack>
      </form>
    </DeferredDialog>
  )
}
