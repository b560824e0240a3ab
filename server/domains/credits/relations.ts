import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/*
 * What the SQL of other domains may read of the credits: `selectFrom(lots.as('lot'))`, or `join ${lots} l on` in SQL as
 * text. PostgreSQL plans each as the table itself. Nothing is written this way, and nothing that fell due is written
 * before: a balance that a person sees is `credits.balance`.
 */

export const creditLots = sql<
  Pick<
    Selectable<Database['credit_lots']>,
    | 'id'
    | 'user_id'
    | 'kind'
    | 'payment'
    | 'granted'
    | 'remaining'
    | 'captured'
    | 'revoked'
    | 'expires_at'
  >
>`(select id, user_id, kind, payment, granted, remaining, captured, revoked, expires_at from credit_lots)`

export const creditAccounts = sql<
  Pick<Selectable<Database['credit_accounts']>, 'user_id' | 'balance' | 'held'>
>`(select user_id, balance, held from credit_accounts)`

export const creditHolds = sql<
  Pick<
    Selectable<Database['credit_holds']>,
    | 'id'
    | 'user_id'
    | 'external_id'
    | 'job_id'
    | 'amount'
    | 'captured'
    | 'released'
    | 'created_at'
    | 'closed_at'
  >
>`(select id, user_id, external_id, job_id, amount, captured, released, created_at, closed_at from credit_holds)`

/** Lines of the statement in which held credits were spent. */
export const creditCaptures = sql<
  Pick<
    Selectable<Database['credit_entries']>,
    'id' | 'user_id' | 'hold_id' | 'job_id' | 'image_id' | 'captured' | 'lots' | 'created_at'
  >
>`(select id, user_id, hold_id, job_id, image_id, captured, lots, created_at from credit_entries where kind = 'capture')`

/** Lines of all statements. */
export const creditEntries = sql<
  Pick<
    Selectable<Database['credit_entries']>,
    | 'id'
    | 'user_id'
    | 'kind'
    | 'amount'
    | 'captured'
    | 'lots'
    | 'hold_id'
    | 'job_id'
    | 'payment'
    | 'created_at'
  >
>`(select id, user_id, kind, amount, captured, lots, hold_id, job_id, payment, created_at from credit_entries)`

/** Freezes of disputed payments that are not over. */
export const openFreezes = sql<
  Pick<Selectable<Database['credit_freezes']>, 'user_id' | 'payment' | 'key'>
>`(select user_id, payment, key from credit_freezes where ended_at is null)`
