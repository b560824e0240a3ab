import { sql } from 'kysely'
import type { Payment } from './payments.ts'
import type { Subscription } from './subscription-states.ts'

/*
 * What the SQL of other domains may read of payments: `selectFrom(payments.as('p'))`, or `join ${payments} p on` in SQL
 * as text. PostgreSQL plans each as the table itself.
 */

export const payments = sql<Payment>`(select * from payments)`

/** What waits for a card: by it other domains know what is still to be paid. */
export const orderCheckouts = sql<{ reference: string; status: string; url: string | null }>`(
  select reference, status, url from checkouts where kind = 'headshots')`

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
    | 'ended_at'
  >
>`(select id, user_id, plan, provider, status, paid_by, credit_months_granted, ended_at from subscriptions)`
