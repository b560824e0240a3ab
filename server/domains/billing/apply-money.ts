import { AppError } from '#server/platform/errors.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import type { CreditWriter } from '#server/domains/credits/index.ts'
import { t, type Text } from '#server/texts/index.ts'
import { applySession } from './apply-session.ts'
import type { PaymentContext } from './context.ts'
import { followFailedRefund } from './failed-refund.ts'
import type { RemoteMoney } from './payment-provider.ts'
import { findCurrentPayments, type Payment } from './payments.ts'
import { changeSubscription } from './subscription-states.ts'
import { findOpenSubscription } from './subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

async function findPayment(
  { db, provider }: PaymentContext,
  paymentIntent: string,
): Promise<Payment | undefined> {
  return await db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('payment_intent', '=', paymentIntent)
    .executeTakeFirst()
}

/** A refund may be told before its payment was: then that is applied first. */
async function ensurePayment(
  context: PaymentContext,
  paymentIntent: string,
): Promise<Payment | undefined> {
  const known = await findPayment(context, paymentIntent)
  if (known) return known
  const purpose = await context.provider.findPurpose(paymentIntent)
  if (purpose?.kind === 'subscription') await syncSubscription(context, purpose.id)
  if (purpose?.kind === 'session') {
    const session = await context.provider.readSession(purpose.id)
    if (session) await applySession(context, session)
  }
  return findPayment(context, paymentIntent)
}

interface MoneyWork {
  tx: Tx
  context: PaymentContext
  writer: CreditWriter
  payment: Payment
}

/** Takes back the share of the credits whose money is gone; a payment without credits has nothing to take. */
async function revoke(
  { writer, payment }: MoneyWork,
  { gone, cause, text }: { gone: number; cause: string; text: Text },
): Promise<void> {
  if (gone === 0 || payment.amount === 0) return
  // The same sum may go back once more after a refund of it has failed.
  const { refunds_failed: failed } = payment
  try {
    await writer.revoke({
      userId: payment.user_id,
      payment: payment.external_id,
      refunded: gone,
      paid: payment.amount,
      externalId: [cause, payment.id, gone, ...(failed > 0 ? [failed] : [])].join(':'),
      text,
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  }
}

/** Says in the statement that money was given back, and how much this time where it is not all back by now. */
function refundText(before: Payment, { refunded, amount, currency }: Payment): Text {
  if (refunded >= amount) return t('statement.paymentRefunded')
  return t('statement.paymentPartlyRefunded', {
    refunded: { money: refunded - before.refunded, currency },
    paid: { money: amount, currency },
  })
}

async function applyDispute(
  work: MoneyWork,
  dispute: NonNullable<RemoteMoney['dispute']>,
  wasLost: boolean,
): Promise<void> {
  const { writer, payment } = work
  const freeze = {
    userId: payment.user_id,
    payment: payment.external_id,
    key: dispute.id,
  }
  if (dispute.status === 'open') {
    await writer.freeze({ ...freeze, text: t('statement.heldDisputed') })
    return
  }
  if (dispute.status === 'lost' && !wasLost) {
    const gone = Math.min(payment.amount, payment.refunded + dispute.amount)
    await revoke(work, { gone, cause: 'dispute', text: t('statement.disputeLost') })
  }
  await writer.unfreeze({ ...freeze, text: t('statement.disputeOver') })
}

/** While a payment of the running period is disputed, no further month is granted. */
async function pauseGrants(tx: Tx, userId: string): Promise<void> {
  const open = await findOpenSubscription(tx, userId)
  if (!open || open.external_id === null) return
  const payments = await findCurrentPayments(tx, open)
  const isDisputed = payments.some(({ dispute_status }) => dispute_status === 'open')
  await changeSubscription(tx, open, { grants_paused: isDisputed })
}

async function write(
  tx: Tx,
  context: PaymentContext,
  { payment: { id, user_id: userId }, money }: { payment: Payment; money: RemoteMoney },
): Promise<Payment> {
  const writer = context.credits.writer(tx)
  await writer.applyDueEntries({ userId })
  const before = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { dispute } = money
  // Once lost it stays lost: the credits are gone.
  const wasLost = before.dispute_status === 'lost' && before.dispute_id === dispute?.id
  const isOpenAgain = wasLost && dispute?.status !== 'lost'
  // Two sums that only grow: a reading that is older than what is known changes nothing.
  const given = Math.max(before.refunded + before.refunds_failed, money.given)
  const failed = Math.max(before.refunds_failed, money.failed)
  const payment = await tx
    .updateTable('payments')
    .set({
      refunded: given - failed,
      refunds_failed: failed,
      ...(dispute &&
        !isOpenAgain && {
          dispute_id: dispute.id,
          dispute_status: dispute.status,
          disputed: dispute.status === 'lost' ? dispute.amount : 0,
        }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (failed > before.refunds_failed) {
    await followFailedRefund({ tx, context, writer, before, payment })
  }
  if (payment.status === 'rejected') return payment
  const work = { tx, context, writer, payment }
  const gone = payment.refunded + payment.disputed
  if (payment.refunded > before.refunded) {
    await revoke(work, { gone, cause: 'refund', text: refundText(before, payment) })
    await context.onEvent(tx, { type: 'payment_refunded', userId, paymentId: id })
  }
  if (dispute && !isOpenAgain) await applyDispute(work, dispute, wasLost)
  await pauseGrants(tx, userId)
  await writer.applyDueEntries({ userId })
  return payment
}

/**
 * Reads what became of a payment's money, refunds and disputes, and has the credits follow. Safe to repeat.
 * @returns whether it is a payment of ours
 */
export async function applyMoney(context: PaymentContext, paymentIntent: string): Promise<boolean> {
  const payment = await ensurePayment(context, paymentIntent)
  if (!payment) return false
  const money = await context.provider.readMoney(paymentIntent)
  if (!money) return false
  const after = await transact(context.db, (tx) => write(tx, context, { payment, money }))
  if (after.subscription_id === null) return true
  const row = await context.db.kysely
    .selectFrom('subscriptions')
    .select('external_id')
    .where('id', '=', after.subscription_id)
    .executeTakeFirst()
  // All of it back, and it pays the period that runs: the subscription ends.
  if (row?.external_id) await syncSubscription(context, row.external_id)
  return true
}
