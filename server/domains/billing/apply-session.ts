import { transact, type Tx } from '#server/platform/db/index.ts'
import type { PaymentContext } from './context.ts'
import { findCustomer } from './customers.ts'
import { grantPack } from './grant-pack.ts'
import { takeOrder } from './take-order.ts'
import type { RemoteSession } from './payment-provider.ts'
import { returnRejected } from './return-rejected.ts'
import { syncSubscription } from './sync-subscription.ts'

async function closeBySession(
  tx: Tx,
  provider: string,
  { id, status, paid }: RemoteSession,
): Promise<void> {
  // Some ways of paying take days: until then it is complete, and neither paid nor over.
  if (status === 'open' || (status === 'complete' && !paid)) return
  await tx
    .updateTable('checkouts')
    .set({ status: status === 'complete' ? 'paid' : 'expired' })
    .where('provider', '=', provider)
    .where('session_id', '=', id)
    .where('status', '<>', 'paid')
    .execute()
}

/**
 * Does what a checkout session, as it was read just now, asks for: grants the pack, starts the set, or reads the subscription. Safe to
 * repeat, by whichever path it is called.
 */
export async function applySession(context: PaymentContext, session: RemoteSession): Promise<void> {
  const { db, provider } = context
  const customer =
    session.customer === null
      ? null
      : await findCustomer(db.kysely, provider.name, session.customer)
  if (!customer) return
  if (session.status === 'complete' && session.subscription !== null) {
    await syncSubscription(context, session.subscription)
  }
  const isRefused = await transact(db, async (tx) => {
    let refused = false
    if (session.status === 'complete' && session.paid && session.subscription === null) {
      if (session.headshots === null) await grantPack(tx, context, { session, customer })
      else refused = (await takeOrder(tx, context, { session, customer })) === 'refused'
    }
    await closeBySession(tx, provider.name, session)
    return refused
  })
  if (customer.closedAt || isRefused) await returnRejected(context, customer.userId)
}
