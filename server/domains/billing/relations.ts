import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'
import type { Payment } from './payments.ts'
import type { Subscription } from './subscription-states.ts'

/*
 * What the SQL of other domains may read of payments: `selectFrom(payments.as('p'))`, or `join ${payments} p on` in SQL
 * as text. PostgreSQL plans each as the table itself.
 */

export const payments = sql<Payment>`(select * from payments)`

/** Evidence that was sent to the provider about disputed payments. */
export const disputeEvidence = sql<
  Selectable<Database['dispute_evidence']>
>`(select * from dispute_evidence)`

/** Days after its payment that the hash of a card is kept. */
export const CARDS_DAYS = 90

/** How payments were charged: when, by which card, and how risky the provider found that. */
export const paymentCharges = sql<
  Selectable<Database['payment_charges']> & { user_id: string; charged_at: Date }
>`(
  select charge.*, payment.user_id, coalesce(payment.paid_at, payment.created_at) as charged_at
  from payment_charges charge join payments payment on payment.id = charge.payment_id)`

/** Payments of whose charge nothing is known yet, and of which a card would still be kept. */
export const unreadCharges = sql<Payment>`(
  select payment.* from payments payment
  where payment.status in ('paid', 'rejected') and payment.payment_intent is not null
    and coalesce(payment.paid_at, payment.created_at) > money_now() - make_interval(days => ${CARDS_DAYS})
    and not exists (select from payment_charges charge where charge.payment_id = payment.id))`

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
