import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'
import type { Payment } from './payments.ts'
import type { Subscription } from './subscription-states.ts'

/*
 * What the SQL of other domains may read of payments: `selectFrom(payments.as('p'))`, or `join ${payments} p on` in SQL
 * as text. PostgreSQL plans each as the table itself.
 */

export const payments = sql<Payment>`(select * from payments)`

/** What was sent to the provider about disputed payments. */
export const disputeEvidence = sql<
  Selectable<Database['dispute_evidence']>
>`(select * from dispute_evidence)`

/** How payments were charged: by which card, and how risky the provider found that. */
export const paymentCharges = sql<
  Selectable<Database['payment_charges']> & { user_id: string }
>`(select charge.*, payment.user_id from payment_charges charge join payments payment on payment.id = charge.payment_id)`

/** What waits for a card: by it other domains know what is still to be paid. */
export const orderCheckouts = sql<{ reference: string; status: string; url: string | null }>`(
  select reference, status, url from checkouts where kind = 'headshots')`

export const withdrawals = sql<
  Pick<
    Selectable<Database['withdrawals']>,
    'id' | 'user_id' | 'payment_id' | 'confirmed_at' | 'done_at' | 'amount' | 'given_before'
  >
>`(select id, user_id, payment_id, confirmed_at, done_at, amount, given_before from withdrawals)`

export const subscriptions = sql<
  Pick<
    Subscription,
    | 'id'
    | 'user_id'
    | 'plan'
    | 'provider'
    | 'status'
    | 'paid_by'
    | 'credit_months_granted'
    | 'monthly_credits'
    | 'ended_at'
  >
>`(select id, user_id, plan, provider, status, paid_by, credit_months_granted, monthly_credits, ended_at from subscriptions)`
