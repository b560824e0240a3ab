import type { AdminPayment } from '#contract/admin-payment.ts'
import type { LotKind } from '#contract/credits.ts'
import { formatCredits } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import type { StateLook } from '#web/ui/cells.tsx'

const STATES: Record<AdminPayment['status'], StateLook> = {
  paid: { label: 'Paid', color: 'green' },
  open: { label: 'Unpaid', color: 'red' },
  void: { label: 'Canceled', color: 'gray' },
  rejected: { label: 'Sent back', color: 'yellow' },
}

/** Says what became of a payment, and of the money that was paid. */
export function stateOf({
  status,
  amount,
  refunded,
  dispute,
}: Pick<AdminPayment, 'status' | 'amount' | 'refunded' | 'dispute'>): StateLook {
  if (status !== 'paid') return STATES[status]
  if (dispute === 'open') return { label: 'Disputed', color: 'yellow' }
  if (dispute === 'lost') return { label: 'Dispute lost', color: 'gray' }
  if (refunded === 0) return STATES.paid
  return { label: refunded < amount ? 'Partly refunded' : 'Refunded', color: 'gray' }
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
