import { type Selectable, sql } from 'kysely'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import type { RemoteInvoice } from './payment-provider.ts'
import type { PaidPlan } from './plans.ts'

export type Payment = Selectable<Database['payments']>

export interface InvoicePayment {
  userId: string
  provider: string
  invoice: RemoteInvoice
  reason: 'start' | 'renewal' | 'upgrade'
  status: Payment['status']
  subscriptionId: string | null
  /** The plan that it pays for, if it is one of ours. */
  plan: PaidPlan | null
  period: 'monthly' | 'yearly' | null
  /** Credits a month; null with the plan. */
  credits: number | null
  span: { start: Date; end: Date } | null
  /** Cents of a whole period of the plan, as agreed; null with the plan. */
  periodPrice: number | null
  /** Id of what is taken off. */
  promotion: string | null
}

/** Writes what is known of an invoice; what was given back of it stays. @returns the row */
export async function savePayment(tx: Tx, payment: InvoicePayment): Promise<Payment> {
  const { invoice, plan } = payment
  const nextAttempt = invoice.nextAttemptAt
  const known = {
    status: payment.status,
    subscription_id: payment.subscriptionId,
    amount: invoice.amount,
    discount: invoice.discount,
    promotion_id: payment.promotion,
    payment_intent: invoice.paymentIntent,
    number: invoice.number,
    url: invoice.url,
    attempts: invoice.attempts,
    // The provider may plan the next attempt a while after one has failed: until then the last one stands here.
    ...((nextAttempt !== null || payment.status !== 'open') && { next_attempt_at: nextAttempt }),
    paid_at: invoice.paidAt,
  }
  return await tx
    .insertInto('payments')
    .values({
      next_attempt_at: nextAttempt,
      ...known,
      user_id: payment.userId,
      provider: payment.provider,
      external_id: invoice.id,
      kind: 'plan',
      reason: payment.reason,
      plan,
      period: payment.period,
      credits: payment.credits ?? 0,
      period_price: payment.periodPrice,
      currency: invoice.currency,
      dispute_id: null,
      dispute_status: null,
      period_start: payment.span?.start ?? null,
      period_end: payment.span?.end ?? null,
      created_at: invoice.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doUpdateSet(known))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** By their invoices' ids, locked. */
export async function findPayments(
  tx: Tx,
  provider: string,
  invoices: readonly string[],
): Promise<Map<string, Payment>> {
  if (invoices.length === 0) return new Map()
  const rows = await tx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('external_id', 'in', invoices)
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** The payments of the period that runs now: what began it and the upgrades in it. */
export async function findCurrentPayments(
  from: Reader,
  subscription: { id: string; paid_by: string | null; period_start: Date },
): Promise<Payment[]> {
  return await from
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', subscription.id)
    .where('status', '=', sql.lit('paid'))
    .where((eb) =>
      eb.or([
        eb('external_id', '=', subscription.paid_by),
        eb.and([eb('reason', '=', 'upgrade'), eb('period_start', '>=', subscription.period_start)]),
      ]),
    )
    .execute()
}

/** All money of a payment of the period that runs now went back. */
export async function isPeriodReturned(
  tx: Tx,
  subscription: { id: string; paid_by: string | null; period_start: Date },
): Promise<boolean> {
  const payments = await findCurrentPayments(tx, subscription)
  return payments.some(
    ({ amount, refunded, disputed }) => amount > 0 && refunded + disputed >= amount,
  )
}
