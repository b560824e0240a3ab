import type { Tx } from '#server/platform/db/index.ts'
import { recordCase } from './cases.ts'
import type { PaymentContext } from './context.ts'
import type { Customer } from './customers.ts'
import { noteDocument } from './pack-document.ts'
import type { RemoteSession } from './payment-provider.ts'

/**
 * Writes the payment of a paid session for a set of headshots, once, and has the set go on. One that waits for no money any
 * more, and one of a deleted account, is refused: its money goes back.
 */
export async function takeOrder(
  tx: Tx,
  { credits, provider, onEvent, onOrderPaid }: PaymentContext,
  { session, customer: { userId, closedAt } }: { session: RemoteSession; customer: Customer },
): Promise<'taken' | 'refused' | 'known'> {
  const { headshots: reference } = session
  if (reference === null) return 'known'
  // Locks the account, as an order of its sets does.
  const { now } = await credits.writer(tx).applyDueEntries({ userId })
  const checkout = await tx
    .selectFrom('checkouts')
    .select('id')
    .where('provider', '=', provider.name)
    .where('reference', '=', reference)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  // Somebody else's session at the same provider.
  if (!checkout) return 'known'
  const payment = await tx
    .insertInto('payments')
    .values({
      user_id: userId,
      provider: provider.name,
      external_id: session.id,
      kind: 'headshots',
      reason: 'headshots',
      reference,
      status: 'paid',
      credits: 0,
      amount: session.amount,
      currency: session.currency,
      payment_intent: session.paymentIntent,
      number: session.document?.number ?? null,
      url: session.document?.url ?? null,
      created_at: session.createdAt,
      paid_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!payment) {
    if (session.document) await noteDocument(tx, provider, session.paymentIntent, session.document)
    return 'known'
  }
  const paymentId = payment.id
  if (closedAt === null && (await onOrderPaid(tx, { userId, reference, paymentId, at: now }))) {
    await onEvent(tx, { type: 'payment_received', userId, paymentId })
    return 'taken'
  }
  await tx.updateTable('payments').set({ status: 'rejected' }).where('id', '=', paymentId).execute()
  await recordCase(tx, {
    key: `order:${session.id}`,
    kind: closedAt ? 'deleted_account' : 'order_over',
    userId,
    reference: session.id,
    text: closedAt
      ? 'A deleted account has paid for a set of headshots; the money goes back.'
      : 'A set of headshots was paid that no longer waited for it; the money goes back.',
  })
  await onEvent(tx, { type: 'payment_rejected', userId, paymentId })
  return 'refused'
}
