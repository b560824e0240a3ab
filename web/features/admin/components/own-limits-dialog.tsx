import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { OwnLimits, UsualLimits } from '#contract/own-limits.ts'
import { OWN_LIMITS } from '#contract/values/own-limits.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useSetOwnLimits } from '../api/use-limits.ts'
import { ActionDialog } from './action-dialog.tsx'
import { LIMIT_FIELDS, type LimitName } from './own-limit-fields.ts'
import { typedNumber } from '../add/typed-number.ts'

export interface LimitsOfPerson {
  id: string
  email: string
  own_limits: OwnLimits | null
  usual_limits: UsualLimits
}

/** Whether a limit can be sent: left empty, or a whole number between its ends. */
function isFine(name: LimitName, value: number | string): boolean {
  if (String(value).trim() === '') return true
  const typed = typedNumber(value)
  const [least, most] = OWN_LIMITS[name]
  return typed !== null && Number.isInteger(typed) && typed >= least && typed <= most
}

/** Sets limits of a person that are not those of the plan, with a reason. */
export function OwnLimitsDialog({
  person: { id, email, own_limits: own, usual_limits: usual },
  onClose,
}: {
  person: LimitsOfPerson
  onClose(): void
}) {
  const set = useSetOwnLimits()
  const [typed, setTyped] = useState<Record<LimitName, number | string>>({
    queue: own?.queue ?? '',
    running: own?.running ?? '',
    storage_mb: own?.storage_mb ?? '',
    calls_per_minute: own?.calls_per_minute ?? '',
  })
  const isFilledIn = Object.values(typed).some((value) => String(value).trim() !== '')
  const areFine = LIMIT_FIELDS.every(({ name }) => isFine(name, typed[name]))
  return (
    <ActionDialog
      title="Limits of their own"
      about={`They hold for ${email} in the place of those of the plan, also for other plans, until you take them back. Jobs that were ordered before go on.`}
      reasonReader="For the log. The person reads it where a limit stops them."
      button={{ text: 'Set' }}
      isReady={isFilledIn && areFine}
      act={async ({ reason }) => {
        await set.mutateAsync({
          user: id,
          reason,
          instead_of: own?.changed_at ?? null,
          queue: typedNumber(typed.queue),
          running: typedNumber(typed.running),
          storage_mb: typedNumber(typed.storage_mb),
          calls_per_minute: typedNumber(typed.calls_per_minute),
        })
        return `The limits of ${email} are set.`
      }}
      onClose={onClose}
    >
      {LIMIT_FIELDS.map(({ name, label, note }) => {
        const [least, most] = OWN_LIMITS[name]
        const now = usual[name]
        return (
          <NumberInput
            key={name}
            label={label}
            description={[
              now === null
                ? 'Empty: no limit, as for everybody.'
                : `Empty: ${formatNumber(now)}, as ${name === 'calls_per_minute' ? 'for everybody' : 'the plan has it'}.`,
              note,
            ].join(' ')}
            value={typed[name]}
            onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
            error={
              !isFine(name, typed[name]) &&
              `A whole number from ${formatNumber(least)} to ${formatNumber(most)}`
            }
            min={least}
            max={most}
            clampBehavior="none"
            allowDecimal={false}
          />
        )
      })}
    </ActionDialog>
  )
}
