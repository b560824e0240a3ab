import { type Selectable, sql } from 'kysely'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'

export type CaseRow = Selectable<Database['billing_cases']>

export interface BillingCase {
  /** Stable: reporting a case twice gives the same key. */
  key: string
  kind:
    | 'second_subscription'
    | 'cancelled_subscription'
    | 'period_over'
    | 'deleted_account'
    | 'order_over'
    | 'plan_lowered'
    | 'refund_failed'
    | 'withdrawal'
    | 'first_purchases'
    | 'shared_card'
  userId: string
  /** The provider's id of what it is about; null: nothing of the provider's. */
  reference: string | null
  text: string
}

/** Tells the operator of something to look at, once. */
export async function recordCase(tx: Tx, found: BillingCase): Promise<void> {
  await tx
    .insertInto('billing_cases')
    .values({
      key: found.key,
      kind: found.kind,
      user_id: found.userId,
      reference: found.reference,
      text: found.text,
      created_at: sql<Date>`money_now()`,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Tells the operator that the books do not agree, once a day (UTC). */
export async function recordDifferences(from: Reader, text: string): Promise<void> {
  await from
    .insertInto('billing_cases')
    .values({
      key: sql<string>`'differences:' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`,
      kind: 'differences',
      user_id: null,
      reference: null,
      text,
      created_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** What waits for a look of the operator, oldest first. @param most rows at most */
export async function findOpenCases(from: Reader, most: number): Promise<CaseRow[]> {
  return await from
    .selectFrom('billing_cases')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .limit(most)
    .execute()
}

/**
 * Closes a case.
 * @returns it; `resolved` when that was done before, null when there is none
 */
export async function closeCase(tx: Tx, id: string): Promise<CaseRow | 'resolved' | null> {
  const row = await tx
    .updateTable('billing_cases')
    .set({ resolved_at: sql`now()` })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row) return row
  const known = await tx
    .selectFrom('billing_cases')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return known ? 'resolved' : null
}
