import { sql } from 'kysely'
import type { UnsaidPurchase, UnsaidWithdrawal } from '#contract/withdrawals.ts'
import { withdrawalKey } from '#server/domains/credits/index.ts'
import { type Reader, readMoneyTime, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { type BillingContext, type PaymentContext, withProvider } from '../context.ts'
import type { Payment } from '../payments.ts'
import { hashOf } from './offer.ts'
import { obstacleOf, presentPurchase, type WithdrawalRow } from './purchases.ts'
import { settleWithdrawal } from './settle.ts'

async function readPayment(from: Reader, id: string): Promise<Payment> {
  return await from
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function present(context: BillingContext, row: WithdrawalRow): Promise<UnsaidWithdrawal> {
  const payment = await readPayment(context.db.kysely, row.payment_id)
  const begun = row.confirmed_at === null ? 'open' : 'confirmed'
  return {
    id: row.id,
    status: row.done_at === null ? begun : 'done',
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    ...(await presentPurchase(context, payment, row)),
  }
}

/** Somebody's withdrawals that have begun, and the purchases that one can begin of, newest first. */
export async function listWithdrawals(
  context: BillingContext,
  userId: string,
): Promise<{ payments: UnsaidPurchase[]; results: UnsaidWithdrawal[] }> {
  const { db, provider } = context
  const from = db.kysely
  const now = await readMoneyTime(from)
  const rows = await from
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const confirmed = new Set(
    rows.flatMap(({ payment_id: id, confirmed_at: at }) => (at === null ? [] : [id])),
  )
  const recent = await from
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('paid'))
    .where('paid_at', '>', sql<Date>`money_now() - interval '16 days'`)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const open = recent.filter(
    (payment) =>
      provider !== null &&
      !confirmed.has(payment.id) &&
      obstacleOf(payment, now, provider.name) === null,
  )
  return {
    payments: await Promise.all(open.map((payment) => presentPurchase(context, payment))),
    results: await Promise.all(rows.map((row) => present(context, row))),
  }
}

/** @throws {AppError} `conflict` where there is no right to withdraw, or no longer */
async function requireOpen(tx: Tx, { provider }: PaymentContext, payment: Payment): Promise<void> {
  const obstacle = obstacleOf(payment, await readMoneyTime(tx), provider.name)
  if (obstacle !== null) throw userError('conflict', obstacle)
}

/** Notes the first step, once; one that was confirmed stays as it is. */
async function start(
  context: PaymentContext,
  find: (tx: Tx) => Promise<WithdrawalRow>,
): Promise<UnsaidWithdrawal> {
  const started = await transact(context.db, async (tx) => {
    const row = await find(tx)
    if (row.confirmed_at !== null) return row
    await requireOpen(tx, context, await readPayment(tx, row.payment_id))
    return await tx
      .updateTable('withdrawals')
      .set({ started_at: sql<Date>`coalesce(started_at, money_now())` })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return present(context, started)
}

/** @throws {AppError} `not_found` for a payment that is not there, or another's; `conflict` */
export async function startWithdrawal(
  context: BillingContext,
  { userId, payment: id }: { userId: string; payment: string },
): Promise<UnsaidWithdrawal> {
  return start(withProvider(context), async (tx) => {
    const payment = isId(id)
      ? await tx
          .selectFrom('payments')
          .select('id')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      : undefined
    if (!payment) throw notFound()
    await tx
      .insertInto('withdrawals')
      .values({ user_id: userId, payment_id: payment.id })
      .onConflict((conflict) => conflict.column('payment_id').doNothing())
      .execute()
    return await tx
      .selectFrom('withdrawals')
      .selectAll()
      .where('payment_id', '=', payment.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
  })
}

async function findByToken(tx: Tx, token: string): Promise<WithdrawalRow> {
  const row = await tx
    .selectFrom('withdrawals')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** By the link of a receipt. @throws {AppError} `not_found` for a link that is none; `conflict` */
export const startByLink = (context: BillingContext, token: string): Promise<UnsaidWithdrawal> =>
  start(withProvider(context), (tx) => findByToken(tx, token))

/**
 * Receives a withdrawal, once: from then on its credits cannot be spent, and a mail says when it came. The rest is done at
 * once where it can be, else by the sweep.
 */
async function confirm(
  context: PaymentContext,
  find: (tx: Tx) => Promise<WithdrawalRow>,
): Promise<UnsaidWithdrawal> {
  const id = await transact(context.db, async (tx) => {
    // The account is locked before the row, as everywhere.
    const found = await find(tx)
    const { id: own, user_id: userId, payment_id: paymentId } = found
    const writer = context.credits.writer(tx)
    await writer.applyDueEntries({ userId })
    const payment = await readPayment(tx, paymentId)
    const row = await tx
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', '=', own)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.confirmed_at !== null) return own
    if (row.started_at === null) throw userError('conflict', t('billing.beginWithFirst'))
    await requireOpen(tx, context, payment)
    await writer.freeze({
      userId,
      payment: payment.external_id,
      key: withdrawalKey(own),
      text: t('statement.heldWithdrawing'),
    })
    const { confirmed_at: at } = await tx
      .updateTable('withdrawals')
      .set({ confirmed_at: sql<Date>`money_now()` })
      .where('id', '=', own)
      .returning('confirmed_at')
      .executeTakeFirstOrThrow()
    await context.onEvent(tx, { type: 'withdrawal_received', userId, paymentId, at: at! })
    return own
  })
  await settleWithdrawal(context, id)
  return present(
    context,
    await context.db.kysely
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

/** @throws {AppError} `not_found` for one that is not there, or another's; `conflict` */
export const confirmWithdrawal = (
  context: BillingContext,
  { userId, id }: { userId: string; id: string },
): Promise<UnsaidWithdrawal> =>
  confirm(withProvider(context), async (tx) => {
    const row = isId(id)
      ? await tx
          .selectFrom('withdrawals')
          .selectAll()
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('started_at', 'is not', null)
          .executeTakeFirst()
      : undefined
    if (!row) throw notFound()
    return row
  })

/** By the link of a receipt. @throws {AppError} `not_found` for a link that is none; `conflict` */
export const confirmByLink = (context: BillingContext, token: string): Promise<UnsaidWithdrawal> =>
  confirm(withProvider(context), async (tx) => {
    const row = await tx
      .selectFrom('withdrawals')
      .selectAll()
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst()
    if (!row) throw notFound()
    return row
  })
