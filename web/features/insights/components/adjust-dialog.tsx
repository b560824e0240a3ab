import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { formatCredits } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAdjust } from '../api/use-admin.ts'

/** Whose credits, and what is to be made good. */
export interface AdjustTarget {
  user: string
  email: string
  amount?: number
  reference?: string
}

/** Adds or takes credits, with a reason that the person reads in the statement. */
export function AdjustDialog({ target, onClose }: { target: AdjustTarget; onClose(): void }) {
  const [key] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState<number | string>(target.amount ?? '')
  const [reason, setReason] = useState('')
  const adjust = useAdjust()
  const isWhole = typeof amount === 'number' && Number.isInteger(amount) && amount !== 0

  async function submit(): Promise<void> {
    if (!isWhole) return
    const made = await adjust.mutateAsync({
      user: target.user,
      key,
      amount,
      reason,
      reference: target.reference ?? null,
    })
    notifications.show({
      message:
        made.state === 'waiting'
          ? 'A second administrator has to agree to this sum.'
          : `${formatCredits(Math.abs(made.amount))} ${made.amount > 0 ? 'added' : 'taken'}.`,
    })
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title="Adjust credits" size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit().catch(() => {})
        }}
      >
        <Stack>
          <Text c="dimmed">
            {target.email}
            {target.reference !== undefined && `, for ${target.reference}`}
          </Text>
          <NumberInput
            label="Credits"
            description="Below zero takes credits away"
            value={amount}
            onChange={setAmount}
            allowDecimal={false}
            min={-1_000_000}
            max={1_000_000}
            required
            data-autofocus
          />
          <TextInput
            label="Reason"
            description="The person reads it in the statement"
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
            <Button type="submit" loading={adjust.isPending} disabled={!isWhole}>
              Adjust
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
