import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'

export interface BillingCase {
  /** The same case has the same key, whoever sees it how often. */
  key: string
  kind:
    | 'second_subscription'
    | 'cancelled_subscription'
    | 'period_over'
    | 'deleted_account'
    | 'plan_lowered'
    | 'refund_failed'
  userId: string
  /** The provider's id of what it is about. */
  reference: string
  text: string
}

/** Tells the operator, once. */
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
