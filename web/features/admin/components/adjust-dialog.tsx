import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { useAdjust } from '../api/use-admin.ts'
import { typedNumber } from '../add/typed-number.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Whose credits, and what is to be made good. */
export interface AdjustTarget {
  user: string
  email: string
  amount?: number
  reference?: string
}

const MOST = 1_000_000

/** Adds or takes credits, with a reason that the person reads in the statement. */
export function AdjustDialog({ target, onClose }: { target: AdjustTarget; onClose(): void }) {
  const { user, email, reference } = target
  const [amount, setAmount] = useState<number | string>(target.amount ?? '')
  const isTooMuch = Math.abs(typedNumber(amount) ?? 0) > MOST
  const adjust = useAdjust()
  const wanted = typeof amount === 'number' && Number.isInteger(amount) ? amount : 0

  async function act(sent: { key: string; reason: string }): Promise<string> {
    const input = { user, amount: wanted, reference: reference ?? null, ...sent }
    const made = await adjust.mutateAsync(input)
    if (made.state === 'waiting') return 'A second administrator has to agree to this sum.'
    return `${formatCredits(Math.abs(made.amount))} ${made.amount > 0 ? 'added' : 'taken'}.`
  }

  return (
    <ActionDialog
      title="Adjust credits"
      about={reference === undefined ? email : `${email}, for ${reference}`}
      reasonReader="The person reads it in the statement"
      button={{ text: 'Adjust' }}
      isReady={wanted !== 0 && !isTooMuch}
      act={act}
      onClose={onClose}
    >
      <NumberInput
        label="Credits"
        description="Below zero takes credits away"
        value={amount}
        onChange={setAmount}
        allowDecimal={false}
        error={isTooMuch && `${formatNumber(MOST)} at most`}
        min={-MOST}
        max={MOST}
        clampBehavior="none"
        required
        data-autofocus
      />
    </ActionDialog>
  )
}
