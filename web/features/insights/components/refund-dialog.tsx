import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AdminPayment } from '#contract/admin.ts'
import { digitsOf, formatCredits, formatMoney } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useRefund } from '../api/use-admin.ts'

/** Gives money of a payment back; proposed is its price by the share of the credits that is unspent. */
export function RefundDialog({ payment, onClose }: { payment: AdminPayment; onClose(): void }) {
  const { id, currency, refundable, suggested_refund: suggested } = payment
  const unit = 10 ** digitsOf(currency)
  const [key] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState<number | string>(suggested / unit)
  const [reason, setReason] = useState('')
  const refund = useRefund()
  const cents = typeof amount === 'number' ? Math.round(amount * unit) : 0
  const isPossible = cents >= 1 && cents <= refundable

  async function submit(): Promise<void> {
    if (!isPossible) return
    await refund.mutateAsync({ id, key, amount: cents, reason })
    notifications.show({ message: `${formatMoney(cents, currency)} given back.` })
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title="Give money back" size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit().catch(() => {})
        }}
      >
        <Stack>
          <Text c="dimmed">
            {payment.email}, of {formatMoney(payment.amount, currency)}.{' '}
            {formatCredits(payment.unspent)} of it are unspent. Credits go back in the same share as
            the money.
          </Text>
          <NumberInput
            label={`Amount (${currency.toUpperCase()})`}
            description={`At most ${formatMoney(refundable, currency)}`}
            value={amount}
            onChange={setAmount}
            decimalScale={digitsOf(currency)}
            min={0}
            max={refundable / unit}
            required
            data-autofocus
          />
          <TextInput
            label="Reason"
            description="Stands in the log"
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
              color="red"
              variant="light"
              loading={refund.isPending}
              disabled={!isPossible}
            >
              Give back
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
