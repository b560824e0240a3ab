import { grantKeys } from '#server/domains/credits/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from './context.ts'
import type { Customer } from './customers.ts'
import type { RemoteSession } from './payment-provider.ts'
import { noteDocument } from './pack-document.ts'
import { recordCase } from './cases.ts'

/** Reads the order: as we wrote it down, or as we sent it along. */
async function orderOf(
  tx: Tx,
  session: RemoteSession,
): Promise<{ quantity: number | null; promotion: string | null }> {
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['quantity', 'promotion_id'])
    .where('session_id', '=', session.id)
    .executeTakeFirst()
  return {
    quantity: checkout?.quantity ?? session.quantity,
    promotion: checkout?.promotion_id ?? null,
  }
}

/** Grants the pack of a paid session, once; to a deleted account nothing, its money goes back. */
export async function grantPack(
  tx: Tx,
  { credits, provider, onEvent }: PaymentContext,
  { session, customer }: { session: RemoteSession; customer: Customer },
): Promise<void> {
  const { userId, closedAt } = customer
  const writer = credits.writer(tx)
  const { now } = await writer.applyDueEntries({ userId })
  const { quantity, promotion } = await orderOf(tx, session)
  // Somebody else's session at the same provider.
  if (quantity === null) return
  const at = session.paidAt && session.paidAt < now ? session.paidAt : now
  const payment = await tx
    .insertInto('payments')
    .values({
      user_id: userId,
      provider: provider.name,
      external_id: session.id,
      kind: 'pack',
      reason: 'pack',
      status: closedAt ? 'rejected' : 'paid',
      subscription_id: null,
      plan: null,
      period: null,
      credits: quantity,
      amount: session.amount,
      promotion_id: promotion,
      discount: session.discount,
      currency: session.currency,
      dispute_id: null,
      dispute_status: null,
      payment_intent: session.paymentIntent,
      number: session.document?.number ?? null,
      url: session.document?.url ?? null,
      next_attempt_at: null,
      period_start: null,
      period_end: null,
      created_at: session.createdAt,
      paid_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!payment) {
    if (session.document) await noteDocument(tx, provider, session.paymentIntent, session.document)
    return
  }
  if (closedAt) {
    await recordCase(tx, {
      key: `deleted:${session.id}`,
      kind: 'deleted_account',
      userId,
      reference: session.id,
      text: 'A deleted account has paid for a pack; the money goes back.',
    })
    await onEvent(tx, { type: 'payment_rejected', userId, paymentId: payment.id })
    return
  }
  await writer.grant({
    userId,
    kind: 'pack',
    amount: quantity,
    expiresAt: null,
    externalId: grantKeys.pack(session.id),
    payment: session.id,
    text: t('statement.bought', { count: quantity }),
    at,
  })
  await onEvent(tx, { type: 'payment_received', userId, paymentId: payment.id })
}
