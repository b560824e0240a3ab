import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { AdminPayment } from '#contract/admin-payment.ts'
import { digitsOf, formatCredits, formatMoney } from '#web/lib/format.ts'
import { useRefund } from '../api/use-admin.ts'
import { ActionDialog } from './action-dialog.tsx'
import { typedNumber } from '../add/typed-number.ts'

/** Gives money of a payment back; proposed is its price by the share of the credits that is unspent. */
export function RefundDialog({ payment, onClose }: { payment: AdminPayment; onClose(): void }) {
  const { id, email, currency, refundable, suggested_refund: suggested } = payment
  const unit = 10 ** digitsOf(currency)
  const [amount, setAmount] = useState<number | string>(suggested / unit)
  const refund = useRefund()
  const cents = Math.round((typedNumber(amount) ?? 0) * unit)

  async function act(sent: { key: string; reason: string }): Promise<string> {
    await refund.mutateAsync({ id, amount: cents, ...sent })
    return `${formatMoney(cents, currency)} given back.`
  }

  return (
    <ActionDialog
      title="Give money back"
      about={`${email}, of ${formatMoney(payment.amount, currency)}. ${formatCredits(payment.unspent)} of it are unspent. Credits go back in the same share as the money.`}
      reasonReader="Stands in the log"
      button={{ text: 'Give back', isEnd: true }}
      isReady={cents >= 1 && cents <= refundable}
      act={act}
      onClose={onClose}
    >
      <NumberInput
        label={`Amount (${currency.toUpperCase()})`}
        description={`At most ${formatMoney(refundable, currency)}`}
        value={amount}
        onChange={setAmount}
        decimalScale={digitsOf(currency)}
        error={cents > refundable && 'More than can be given back'}
        min={0}
        max={refundable / unit}
        clampBehavior="none"
        required
        data-autofocus
      />
    </ActionDialog>
  )
}
