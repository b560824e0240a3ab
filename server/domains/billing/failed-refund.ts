import { type CreditWriter, dayName } from '#server/domains/credits/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { formatMoney, t } from '#server/texts/index.ts'
import type { BillingContext } from './context.ts'
import type { Payment } from './payments.ts'
import { recordCase } from './cases.ts'

interface FailedRefund {
  tx: Tx
  context: Pick<BillingContext, 'onEvent'>
  writer: CreditWriter
  /** The payment before and after the failed refund is subtracted from its refunded total. */
  before: Payment
  payment: Payment
}

/** Gives back the credits that were revoked for the refund that failed. @returns how many */
async function restore({ writer, before, payment }: FailedRefund): Promise<number> {
  if (payment.refunded >= before.refunded || payment.status === 'rejected') return 0
  const { restored } = await writer.restore({
    userId: payment.user_id,
    payment: payment.external_id,
    refunded: payment.refunded + payment.disputed,
    paid: payment.amount,
    externalId: `refund_failed:${payment.id}:${payment.refunds_failed}`,
    text: t('statement.refundFailed'),
  })
  return restored
}

function textOf({ before, payment }: FailedRefund, restored: number): string {
  const { currency, period_end: end } = payment
  const amount = formatMoney(payment.refunds_failed - before.refunds_failed, currency)
  const plan =
    payment.kind === 'plan' && payment.status === 'paid' && end
      ? ` If it had ended the plan, that goes on until ${dayName(end)}, unless another one has taken its place.`
      : ''
  return (
    `A refund of ${amount} of a payment of ${formatMoney(payment.amount, currency)} failed at the provider, ` +
    `so the money is still here. ${restored} credits that it had taken are given back.${plan} ` +
    'Give the money back in another way, or tell the buyer.'
  )
}

/** Whether the buyer has withdrawn from the purchase: its credits stay taken, for the money is owed all the same. */
async function isWithdrawn({ tx, payment }: FailedRefund): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Money that was told to go back did not: its credits come back, and the operator and the buyer hear of it. Of a purchase
 * that was withdrawn from only the operator does, who pays in another way.
 */
export async function followFailedRefund(work: FailedRefund): Promise<void> {
  const { tx, context, before, payment } = work
  const isOver = await isWithdrawn(work)
  const restored = isOver ? 0 : await restore(work)
  const { id, user_id: userId, external_id: reference, refunds_failed: failed } = payment
  await recordCase(tx, {
    key: `refund_failed:${id}:${failed}`,
    kind: 'refund_failed',
    userId,
    reference,
    text: textOf(work, restored),
  })
  if (isOver) return
  const amount = failed - before.refunds_failed
  await context.onEvent(tx, { type: 'refund_failed', userId, paymentId: id, amount })
}
