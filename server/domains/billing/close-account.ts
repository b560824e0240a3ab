import { sql } from 'kysely'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { closeCheckout } from './checkouts.ts'
import { type BillingContext, type PaymentContext, withProvider } from './context.ts'
import { findCustomerId } from './customers.ts'
import { endSubscription } from './subscription-states.ts'
import { findOpenSubscription } from './subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

/** For the deletion of an account, in its transaction: what is paid from now on goes back. Safe to repeat. */
export async function closeCustomer(
  tx: Tx,
  { provider }: Pick<PaymentContext, 'provider'>,
  userId: string,
): Promise<void> {
  await tx
    .insertInto('billing_customers')
    .values({ user_id: userId, provider: provider.name, closed_at: sql<Date>`money_now()` })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'user_id']).doUpdateSet((eb) => ({
        closed_at: eb.fn.coalesce('billing_customers.closed_at', 'excluded.closed_at'),
      })),
    )
    .execute()
}

/** A plan that nobody here is asked about: the operator gave it, or the provider was another one. */
async function endUnpaid({ db, credits }: BillingContext, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    const { now } = await credits.writer(tx).applyDueEntries({ userId })
    const row = await findOpenSubscription(tx, userId)
    if (row) await endSubscription(tx, row, { at: now, reason: 'cancelled' })
  })
}

/**
 * Closes what somebody could still pay, here and at the provider. The provider is asked for its pages: a process that
 * ended between opening or replacing one and noting it leaves an open page that no row names. Safe to repeat.
 */
async function closeCheckouts({ db, provider }: PaymentContext, userId: string): Promise<void> {
  const customer = await findCustomerId(db.kysely, provider.name, userId)
  const sessions = customer === null ? [] : await provider.listOpenSessions(customer)
  // One that cannot be closed now keeps no other open.
  const closings = await Promise.allSettled(sessions.map(({ id }) => provider.expireSession(id)))
  const failed = closings.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const open = await db.kysely
    .selectFrom('checkouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider.name)
    .where('status', '=', sql.lit('open'))
    .execute()
  for (const { id } of open) await transact(db, (tx) => closeCheckout(tx, id, 'expired'))
}

/** For the moment after an account was deleted: nobody can pay what it had open. Safe to repeat. */
export async function closePayments(context: BillingContext, userId: string): Promise<void> {
  if (context.provider) await closeCheckouts(withProvider(context), userId)
}

/** Closes what could still be paid, ends the plan and forgets the cards. Safe to repeat. */
async function endAtProvider(context: PaymentContext, userId: string): Promise<void> {
  const { db, provider } = context
  await transact(db, (tx) => closeCustomer(tx, context, userId))
  await closeCheckouts(context, userId)
  const row = await findOpenSubscription(db.kysely, userId)
  if (row?.external_id && row.provider === provider.name) {
    await provider.cancelNow(row.external_id, `cancel:${row.external_id}`)
    await syncSubscription(context, row.external_id)
  }
  const customer = await findCustomerId(db.kysely, provider.name, userId)
  if (customer !== null) await provider.forgetCards(customer)
}

/**
 * Finishes the deletion of an account at the payment provider: ends the subscription, closes open checkouts, detaches saved
 * cards, and refunds payments that arrive later. Safe to repeat.
 */
export async function closeAccount(context: BillingContext, userId: string): Promise<void> {
  if (context.provider) await endAtProvider(withProvider(context), userId)
  await endUnpaid(context, userId)
}
