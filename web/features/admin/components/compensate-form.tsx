import { Button, Group, NumberInput, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { formatCredits } from '#web/lib/format.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { randomId } from '#web/lib/random-id.ts'
import { useCompensate } from '../api/use-tickets.ts'
import { SHORTEST_REASON } from './action-dialog.tsx'

/** Gives credits back for a ticket, by one press. @param suggested what its job cost */
export function CompensateForm({ id, suggested }: { id: string; suggested: number | null }) {
  const compensate = useCompensate(id)
  const [key, setKey] = useState(() => randomId())
  const [credits, setCredits] = useState<number | string>(suggested ?? '')
  const [reason, setReason] = useState('')
  const wanted = typeof credits === 'number' && Number.isInteger(credits) ? credits : 0
  const [wasTried, setTried] = useState(false)
  const isShort = reason.trim().length < SHORTEST_REASON
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (wanted < 1 || isShort) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    if (compensate.isPending) return
    compensate.mutate(
      { key, credits: wanted, reason },
      {
        onSuccess({ adjustment }) {
          setKey(randomId())
          setReason('')
          setTried(false)
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
    <form onSubmit={submit} noValidate aria-labelledby="give-back">
      <Title order={2} fz="md" id="give-back">
        Give credits back
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {suggested === null
          ? 'The customer has them at once and reads the reason in this thread and in an email.'
          : `The job cost ${formatCredits(suggested)}. The customer has them at once and reads the reason in this thread and in an email.`}
      </Text>
      <Group align="start" gap="sm">
        <NumberInput
          label="Credits"
          value={credits}
          onChange={setCredits}
          allowDecimal={false}
          min={1}
          max={1_000_000}
          w={110}
          required
          error={wasTried && wanted < 1 && 'How many?'}
        />
        <TextInput
          label="Reason, which the customer reads"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={500}
          style={{ flex: '1 1 16rem' }}
          required
          error={wasTried && isShort && `Say why, in ${SHORTEST_REASON} characters or more.`}
        />
        <Button
          type="submit"
          variant="default"
          loading={compensate.isPending}
          mt={{ base: 0, xs: 26 }}
        >
          Give back
        </Button>
      </Group>
    </form>
  )
}
