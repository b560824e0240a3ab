import type { Selectable } from 'kysely'
import type { UnsaidPurchase } from '#contract/withdrawals.ts'
import type { Credits as Books } from '#server/domains/credits/index.ts'
import type { Database, Db } from '#server/platform/db/index.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { Payment } from '../payments.ts'
import { textOf } from '../read-billing-state.ts'

export type WithdrawalRow = Selectable<Database['withdrawals']>

/** What the credits of a payment came to. */
export interface Credits {
  granted: number
  unspent: number
}

/** The right to withdraw ends with the fourteenth day after the one of the purchase (Directive 2011/83/EU, article 9). */
const DAYS = 14

/** The first instant at which it is too late, by the clock of money. */
export function endOfWindow(paidAt: Date): Date {
  return new Date(
    Date.UTC(paidAt.getUTCFullYear(), paidAt.getUTCMonth(), paidAt.getUTCDate() + DAYS + 1),
  )
}

/** Whether a payment is one that a consumer may withdraw from: no renewal, and nothing made to measure. */
export const isPurchase = ({ kind, reason, amount, paid_at: paidAt }: Payment): boolean =>
  amount > 0 &&
  paidAt !== null &&
  (kind === 'pack' || (kind === 'plan' && (reason === 'start' || reason === 'upgrade')))

/** Why a withdrawal cannot begin, or be confirmed, now; null where it can. */
export function obstacleOf(payment: Payment, now: Date, provider: string): Text | null {
  if (!isPurchase(payment) || payment.payment_intent === null) {
    return t('billing.notWithdrawable')
  }
  if (now >= endOfWindow(payment.paid_at!)) return t('billing.withdrawalDaysOver')
  if (payment.status !== 'paid' || payment.provider !== provider) {
    return t('billing.nothingToGiveBack')
  }
  if (payment.dispute_status === 'open') {
    return t('billing.bankDecides')
  }
  return payment.refunded + payment.disputed >= payment.amount ? t('billing.paidBackAlready') : null
}

/**
 * What is paid back: the share of what was paid that is not spent of what the payment has granted, in whole cents, at most
 * what is left of it.
 */
export function refundOf(payment: Payment, { granted, unspent }: Credits): number {
  const left = payment.amount - payment.refunded - payment.disputed
  const share = granted === 0 ? 0 : Math.floor((payment.amount * unspent) / granted)
  return Math.max(0, Math.min(left, share))
}

/** A purchase, and what a withdrawal would pay back now; of one whose credits were taken, what it came to. */
export async function presentPurchase(
  { db, credits }: { db: Db; credits: Pick<Books, 'ofPayment'> },
  payment: Payment,
  row?: WithdrawalRow,
): Promise<UnsaidPurchase> {
  const from = db.kysely
  const lots = await credits.ofPayment(db, {
    userId: payment.user_id,
    payment: payment.external_id,
  })
  const plan = payment.subscription_id
    ? await from
        .selectFrom('subscriptions')
        .select('status')
        .where('id', '=', payment.subscription_id)
        .executeTakeFirst()
    : undefined
  return {
    payment: payment.id,
    text: textOf(payment),
    amount: payment.amount,
    currency: payment.currency,
    paid_at: payment.paid_at!.toISOString(),
    until: endOfWindow(payment.paid_at!).toISOString(),
    credits: row?.granted ?? lots.granted,
    unspent: row?.unspent ?? lots.unspent,
    refund: row?.amount ?? refundOf(payment, lots),
    waits: row?.amount == null && lots.waits,
    ends_plan: plan !== undefined && plan.status !== 'ended',
  }
}
