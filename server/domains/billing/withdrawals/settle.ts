import { sql } from 'kysely'
import { withdrawalKey } from '#server/domains/credits/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import { applyMoney } from '../apply-money.ts'
import { recordCase } from '../cases.ts'
import type { PaymentContext } from '../context.ts'
import type { Payment } from '../payments.ts'
import { syncSubscription } from '../sync-subscription.ts'
import { refundOf, type WithdrawalRow } from './purchases.ts'

interface Open {
  row: WithdrawalRow
  payment: Payment
}

async function readOpen({ db, provider }: PaymentContext, id: string): Promise<Open | null> {
  const row = await db.kysely
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const payment = await db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', row.payment_id)
    .where('provider', '=', provider.name)
    .executeTakeFirst()
  return payment ? { row, payment } : null
}

/** The plan that was bought ends now. */
async function endPlan(context: PaymentContext, { payment }: Open): Promise<void> {
  if (payment.subscription_id === null) return
  const subscription = await context.db.kysely
    .selectFrom('subscriptions')
    .select(['external_id', 'status'])
    .where('id', '=', payment.subscription_id)
    .executeTakeFirst()
  if (!subscription?.external_id || subscription.status === 'ended') return
  await context.provider.cancelNow(subscription.external_id, `cancel:${subscription.external_id}`)
  await syncSubscription(context, subscription.external_id)
}

/** Takes the credits, when no job holds any, and fixes what is paid back. */
async function takeCredits(tx: Tx, { credits }: PaymentContext, { row }: Open): Promise<void> {
  const userId = row.user_id
  const writer = credits.writer(tx)
  await writer.applyDueEntries({ userId })
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', row.payment_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // The bank decides first; what it holds is neither spent nor to be given back.
  if (payment.dispute_status === 'open') return
  const locked = await tx
    .selectFrom('withdrawals')
    .select('taken_at')
    .where('id', '=', row.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (locked.taken_at !== null) return
  const taken = await writer.withdraw({
    userId,
    payment: payment.external_id,
    key: withdrawalKey(row.id),
    text: t('statement.withdrawn'),
  })
  if (taken === null) return
  const { granted, unspent } = taken
  await tx
    .updateTable('withdrawals')
    .set({
      taken_at: sql<Date>`money_now()`,
      granted,
      unspent,
      amount: refundOf(payment, taken),
      given_before: payment.refunded + payment.refunds_failed,
    })
    .where('id', '=', row.id)
    .execute()
}

/** What is still to be paid back, as far as anything of the payment is left. */
function owedOf({ row, payment }: Open): number {
  const { refunded, refunds_failed: failed, disputed, amount } = payment
  const given = refunded + failed - (row.given_before ?? 0)
  return Math.max(0, Math.min((row.amount ?? 0) - given, amount - refunded - disputed))
}

/** Pays back what was fixed, once. @returns whether nothing is owed any more */
async function payBack(context: PaymentContext, id: string): Promise<boolean> {
  const before = await readOpen(context, id)
  if (!before || before.row.amount === null) return false
  const { payment_intent: intent, dispute_status: dispute } = before.payment
  if (owedOf(before) === 0 || intent === null) return true
  if (dispute === 'open') return false
  // It may have gone back before this was cut off.
  await applyMoney(context, intent)
  const known = await readOpen(context, id)
  const owed = known ? owedOf(known) : 0
  if (owed === 0) return true
  await context.provider.refundPart(intent, owed, withdrawalKey(id))
  await applyMoney(context, intent)
  const after = await readOpen(context, id)
  return after === null || owedOf(after) === 0
}

async function tellOperator({ db }: PaymentContext, { row, payment }: Open): Promise<void> {
  await transact(db, (tx) =>
    recordCase(tx, {
      key: withdrawalKey(row.id),
      kind: 'withdrawal',
      userId: row.user_id,
      reference: payment.external_id,
      text: 'The provider refuses to pay a withdrawal back. It is tried again: where the balance there is too low, raise it. A charge that was disputed has to be paid back by other means.',
    }),
  )
}

/**
 * Does what is left to do of a confirmed withdrawal: the plan ends, its credits are taken when no job holds any, the money
 * goes back. Safe to repeat; what cannot be done now is done by the sweep.
 */
export async function settleWithdrawal(context: PaymentContext, id: string): Promise<void> {
  const open = await readOpen(context, id)
  if (!open) return
  try {
    await endPlan(context, open)
    if (open.row.taken_at === null)
      await transact(context.db, (tx) => takeCredits(tx, context, open))
    if (!(await payBack(context, id))) return
    await context.db.kysely
      .updateTable('withdrawals')
      .set({ done_at: sql<Date>`money_now()` })
      .where('id', '=', id)
      .where('taken_at', 'is not', null)
      .where('done_at', 'is', null)
      .execute()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    context.log.error({ err: error, withdrawal: id }, 'A withdrawal could not be settled')
    // What the provider refuses, as for a charge that was disputed, it refuses always: somebody has to pay it back.
    if (error.code === 'provider_error') await tellOperator(context, open)
  }
}

/** For the sweep: goes on with what was cut off, and with what waited for jobs or a bank. */
export async function settleWithdrawals(context: PaymentContext): Promise<void> {
  const open = await context.db.kysely
    .selectFrom('withdrawals as w')
    .innerJoin('payments as p', 'p.id', 'w.payment_id')
    .select('w.id')
    .where('p.provider', '=', context.provider.name)
    .where('w.confirmed_at', 'is not', null)
    .where('w.done_at', 'is', null)
    .orderBy('w.id')
    .execute()
  for (const { id } of open) await settleWithdrawal(context, id)
}
