import { Button, Group, NumberInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { formatCredits } from '#web/lib/format.ts'
import { randomId } from '#web/lib/random-id.ts'
import { useCompensate } from '../api/use-tickets.ts'

const SHORTEST = 3

/** Gives credits back for a ticket, by one press. @param suggested what its job cost */
export function CompensateForm({ id, suggested }: { id: string; suggested: number | null }) {
  const compensate = useCompensate(id)
  const [key, setKey] = useState(() => randomId())
  const [credits, setCredits] = useState<number | string>(suggested ?? '')
  const [reason, setReason] = useState('')
  const wanted = typeof credits === 'number' && Number.isInteger(credits) ? credits : 0
  const isReady = wanted > 0 && reason.trim().length >= SHORTEST
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || compensate.isPending) return
    compensate.mutate(
      { key, credits: wanted, reason },
      {
        onSuccess({ adjustment }) {
          setKey(randomId())
          setReason('')
          notifications.show({
            message:
              adjustment.state === 'waiting'
                ? 'A second administrator has to agree to this sum.'
                : `${formatCredits(wanted)} given back.`,
          })
        },
      },
    )
  }
  return (
    <form onSubmit={submit} aria-label="Give credits back">
      <Group align="end" gap="sm">
        <NumberInput
          label="Credits"
          value={credits}
          onChange={setCredits}
          allowDecimal={false}
          min={1}
          max={1_000_000}
          w={110}
          required
        />
        <TextInput
          label="Reason, which the customer reads"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          minLength={SHORTEST}
          maxLength={500}
          style={{ flex: '1 1 14rem' }}
          required
        />
        <Button type="submit" variant="default" loading={compensate.isPending} disabled={!isReady}>
          Give back
        </Button>
      </Group>
    </form>
  )
}
