import { sql } from 'kysely'
import { transact } from '#server/platform/db/index.ts'
import { closeCheckout } from './checkouts.ts'
import type { PaymentContext } from './context.ts'
import { findOpenSubscription } from './subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * For the deletion of an account: its subscription ends now, open checkouts close, and what is paid from now on goes
 * back. Safe to repeat.
 */
export async function closeAccount(context: PaymentContext, userId: string): Promise<void> {
  const { db, provider } = context
  await db.kysely
    .insertInto('billing_customers')
    .values({ user_id: userId, provider: provider.name, closed_at: sql<Date>`money_now()` })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'user_id']).doUpdateSet((eb) => ({
        closed_at: eb.fn.coalesce('billing_customers.closed_at', 'excluded.closed_at'),
      })),
    )
    .execute()
  const open = await db.kysely
    .selectFrom('checkouts')
    .select(['id', 'session_id'])
    .where('user_id', '=', userId)
    .where('provider', '=', provider.name)
    .where('status', '=', sql.lit('open'))
    .execute()
  for (const { id, session_id: session } of open) {
    if (session !== null) await provider.expireSession(session)
    await transact(db, (tx) => closeCheckout(tx, id, 'expired'))
  }
  const row = await findOpenSubscription(db.kysely, userId)
  if (row?.external_id && row.provider === provider.name) {
    await provider.cancelNow(row.external_id, `cancel:${row.external_id}`)
    await syncSubscription(context, row.external_id)
  }
}
