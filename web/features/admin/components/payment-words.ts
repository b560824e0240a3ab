import type { AdminPayment } from '#contract/admin-payment.ts'
import type { LotKind } from '#contract/credits.ts'
import { formatCredits } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import type { StateLook } from '#web/ui/cells.tsx'

export const PAYMENT_STATES: Record<AdminPayment['status'], StateLook> = {
  paid: { label: 'Paid', color: 'green' },
  open: { label: 'Unpaid', color: 'red' },
  void: { label: 'Canceled', color: 'gray' },
  rejected: { label: 'Sent back', color: 'yellow' },
}

/** Names the purchase that a payment is for. */
export function whatFor({ kind, plan, period, credits, reason }: AdminPayment): string {
  if (kind === 'pack') return formatCredits(credits)
  if (kind === 'headshots') return 'A set of headshots'
  const name = plan ? planAndPeriod(plan, period) : 'Plan'
  return reason === 'upgrade' ? `Change to ${name}` : name
}

/** Where credits are from, as a colleague reads it. */
export const LOT_WORDS: Record<LotKind, string> = {
  plan: 'Plan',
  pack: 'Pack',
  free: 'Free every month',
  bonus: 'Bonus',
  grant: 'Given by hand',
}
