import { sql } from 'kysely'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { applyMoney } from './apply-money.ts'
import type { PaymentContext } from './context.ts'
import type { ReturnReason } from './types.ts'

/** Owes all of a payment back, once: who comes second changes nothing. */
export async function oweBack(
  tx: Tx,
  { paymentId, reason }: { paymentId: string; reason: ReturnReason },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ return_reason: reason })
    .where('id', '=', paymentId)
    .where('status', '=', 'paid')
    .where('return_reason', 'is', null)
    .execute()
}

/**
 * Gives back what is owed, all that is left of each payment, under a key of its own. While its bank disputes it there is
 * nothing to give; what is lost that way is not given a second time. Safe to repeat.
 */
export async function returnOwed(context: PaymentContext): Promise<void> {
  const { db, provider, log } = context
  const owed = () =>
    db.kysely
      .selectFrom('payments')
      .select(['id', 'payment_intent'])
      .where('provider', '=', provider.name)
      .where('return_reason', 'is not', null)
      .where('status', '=', 'paid')
      .where(sql<boolean>`refunded + disputed < amount`)
      .where(sql<boolean>`dispute_status is distinct from 'open'`)
      // A refund that failed once is left to the operator.
      .where('refunds_failed', '=', 0)
  for (const { id, payment_intent: intent } of await owed().execute()) {
    if (intent === null) {
      log.error({ payment: id }, 'A payment cannot be given back: it has no id')
      continue
    }
    try {
      // It may have gone back already, by an operator or before this was cut off.
      await applyMoney(context, intent)
      if (!(await owed().where('id', '=', id).executeTakeFirst())) continue
      await provider.refund(intent, `return:${id}`)
      await applyMoney(context, intent)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.error({ err: error, payment: id }, 'A payment could not be given back')
    }
  }
}
