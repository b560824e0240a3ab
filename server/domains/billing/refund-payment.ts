import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { applyMoney } from './apply-money.ts'
import type { PaymentContext } from './context.ts'
import type { RefundInput } from './types.ts'

/**
 * Gives a part of a payment back, or all of it; its credits follow by their own rules.
 * @throws {AppError} `not_found`; `conflict` for what was never paid to this provider; `provider_error`, `unavailable`
 */
export async function refundPayment(
  context: PaymentContext,
  { paymentId, amount, key }: RefundInput,
): Promise<void> {
  const { db, provider } = context
  const payment = await db.kysely
    .selectFrom('payments')
    .select(['payment_intent', 'provider', 'status'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!payment) throw notFound()
  const { payment_intent: intent, status } = payment
  if (status !== 'paid' || intent === null || payment.provider !== provider.name) {
    throw userError('conflict', t('billing.nothingToGiveBack'))
  }
  await provider.refundPart(intent, amount, `refund:${key}`)
  await applyMoney(context, intent)
}
