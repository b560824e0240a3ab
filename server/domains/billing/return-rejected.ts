import type { PaymentContext } from './context.ts'

/**
 * Gives back what was paid for nothing that can be had: a second subscription, a cancelled one, a deleted account.
 * The key is our row's, so it goes back once.
 */
export async function returnRejected(
  { db, provider, log }: PaymentContext,
  userId?: string,
): Promise<void> {
  const rejected = await db.kysely
    .selectFrom('payments')
    .select(['id', 'payment_intent', 'amount', 'external_id'])
    .where('provider', '=', provider.name)
    .where('status', '=', 'rejected')
    .where('refunded', '=', 0)
    // A refund that failed once is left to the operator.
    .where('refunds_failed', '=', 0)
    .where('amount', '>', 0)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute()
  for (const payment of rejected) {
    if (payment.payment_intent === null) {
      log.error({ payment: payment.external_id }, 'A payment cannot be given back: it has no id')
      continue
    }
    await provider.refund(payment.payment_intent, `return:${payment.id}`)
    const money = await provider.readMoney(payment.payment_intent)
    await db.kysely
      .updateTable('payments')
      .set({ refunded: money?.given ?? payment.amount })
      .where('id', '=', payment.id)
      // A later reading of the provider has written more already.
      .where('refunded', '=', 0)
      .where('refunds_failed', '=', 0)
      .execute()
  }
}
