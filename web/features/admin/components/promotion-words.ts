import type { Promotion } from '#contract/promotions.ts'
import { formatCents } from '#web/lib/format.ts'
import type { StateLook } from '#web/ui/cells.tsx'

export const TARGETS: Record<Promotion['applies_to'], string> = {
  all: 'Plans and packs',
  plans: 'All plans',
  monthly_plans: 'Plans paid monthly',
  yearly_plans: 'Plans paid yearly',
  packs: 'Packs',
}

export const DURATIONS: Record<Promotion['duration'], string> = {
  once: 'First payment',
  repeating: 'Some months',
  forever: 'Every payment',
}

export const STATES: Record<Promotion['state'], StateLook> = {
  pending: { label: 'Waits for the payment provider', color: 'yellow' },
  active: { label: 'Works', color: 'green' },
  ended: { label: 'Ended', color: 'gray' },
  expired: { label: 'Expired', color: 'gray' },
  used_up: { label: 'Used up', color: 'gray' },
}

/** `20% off` */
export const offOf = ({ percent_off: percent, amount_off: amount }: Promotion): string =>
  percent === null ? `${formatCents(amount ?? 0)} off` : `${percent}% off`

/** How long a plan has it. */
export const lastsOf = ({ duration, months, applies_to: target }: Promotion): string => {
  if (target === 'packs') return 'Once'
  if (duration !== 'repeating') return DURATIONS[duration]
  return months === 1 ? '1 month' : `${months} months`
}
