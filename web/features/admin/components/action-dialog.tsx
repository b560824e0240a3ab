import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import { focusBrokenDate, focusFirstInvalid } from '#web/lib/form.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { randomId } from '#web/lib/random-id.ts'
import { Form } from '#web/ui/form.tsx'
import { BrokenDate } from './broken-date.tsx'

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

/** Characters that a reason has at least, as the contract says. */
export const SHORTEST_REASON = 3

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

  const [wasTried, setTried] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const isShort = reason.trim().length < SHORTEST_REASON

  async function submit(form: HTMLFormElement): Promise<void> {
    if (!isReady || isSending) return
    setTried(true)
    const broken = focusBrokenDate(form)
    setBroken(broken)
    if (broken) return
    if (isShort) {
      focusFirstInvalid(form)
      return
    }
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
    <DeferredDialog lang="en" opened onClose={onClose} title={title} size={440}>
      <Form onSubmit={submit}>
        <Stack>
          <Text c="dimmed">{about}</Text>
          {children}
          <TextInput
            label="Reason"
            description={reasonReader}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            maxLength={500}
            error={wasTried && isShort && `Say why, in ${SHORTEST_REASON} characters or more.`}
            required
          />
          {isBroken && <BrokenDate />}
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
      </Form>
    </DeferredDialog>
  )
}
