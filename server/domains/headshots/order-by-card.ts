import { type SqlBool, sql } from 'kysely'
import { HEADSHOT_SET, type HeadshotRun } from '#contract/headshot-runs.ts'
import { orderCheckouts, type PaidOrder } from '#server/domains/billing/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'
import { checkOrder, insertRun, requireNoOther, type SetOrder } from './order-run.ts'
import { presentRun, readOwnRun } from './present-run.ts'

/**
 * Orders a set that is paid once by card: it waits, with nothing held and nothing begun, until its payment comes. The same
 * order again finds the same set and page; another one takes its place.
 * @param host of the request
 * @throws {AppError} `not_found`, `conflict` where none is sold, `quote_mismatch`, `invalid`, `unavailable`, and those of the payment provider
 */
export async function orderByCard(
  deps: HeadshotsDeps,
  caller: Caller,
  { host, ...order }: SetOrder & { host: string },
): Promise<HeadshotRun> {
  const { db, billing } = deps
  const { userId } = caller
  const amount = billing.headshotSetPrice(host)
  if (amount === null) {
    throw new AppError('conflict', 'Sets of headshots are not sold by card on this site.')
  }
  if (order.shots > HEADSHOT_SET.usual) {
    throw invalidField('shots', `Ensure a set by card has no more than ${HEADSHOT_SET.usual}.`)
  }
  if (order.cost !== undefined && order.cost !== amount) {
    throw new AppError('quote_mismatch', 'The price has changed. Look at it again.')
  }
  const { isNew, isOwn } = await checkOrder(deps, caller, order.id)
  if (!isOwn) throw new AppError('conflict', 'A set of a shared model is paid by credits.')
  const { run, replaced } = await transact(db, (tx) =>
    waitForPayment(deps, tx, { userId, amount, isNew, order }),
  )
  if (replaced !== null) await billing.closeOrder(replaced)
  await billing.openOrder({ userId, host, reference: run.id, amount: run.price ?? amount })
  return presentRun(deps, await readOwnRun(deps, userId, run.id))
}

async function waitForPayment(
  { credits, studios }: HeadshotsDeps,
  tx: Tx,
  {
    userId,
    amount,
    isNew,
    order,
  }: { userId: string; amount: number; isNew: boolean; order: SetOrder },
): Promise<{ run: RunRow; replaced: string | null }> {
  await credits.writer(tx).applyDueEntries({ userId })
  await requireNoOther(tx, order.id)
  // What could not begin is not to be paid.
  if (isNew) await studios.requireReady(tx, userId, order.id)
  const { id, shots, cost: _cost, ...choice } = order
  const waiting = await tx
    .selectFrom('headshot_runs')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('headshot_shots')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('run_id', '=', 'headshot_runs.id')
        .as('count'),
    )
    .where('lora_training_id', '=', id)
    .where('status', '=', 'unpaid')
    .executeTakeFirst()
  if (waiting) {
    const { count, ...run } = waiting
    const isSame = await tx
      .selectFrom('headshot_runs')
      .select('id')
      .where('id', '=', run.id)
      .where('price', '=', amount)
      .where(sql<SqlBool>`choice = ${JSON.stringify(choice)}::jsonb`)
      .executeTakeFirst()
    if (isSame && count === shots) return { run, replaced: null }
    await expire(tx, run.id)
  }
  const run = await insertRun(tx, { user_id: userId, status: 'unpaid', price: amount }, order)
  return { run, replaced: waiting?.id ?? null }
}

async function expire(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('headshot_runs')
    .set({ status: 'expired', finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'unpaid')
    .execute()
}

/** In the transaction in which a payment is written. @returns whether the set still waits for it, and nothing else took its place */
export async function acceptPayment(
  tx: Tx,
  { reference, userId, paymentId, at }: PaidOrder,
): Promise<boolean> {
  const taken = await tx
    .updateTable('headshot_runs as run')
    .set({ status: 'paid', payment_id: paymentId, paid_at: at })
    .where('run.id', '=', reference)
    .where('run.user_id', '=', userId)
    .where('run.status', '=', 'unpaid')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('headshot_runs as other')
            .select('other.id')
            .whereRef('other.lora_training_id', '=', 'run.lora_training_id')
            .where('other.status', 'in', ['paid', 'training', 'drawing']),
        ),
      ),
    )
    .returning('run.id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Sets that nobody can pay any more: their page is over, or another one took its place. */
export async function expireUnpaid({ kysely }: Db): Promise<void> {
  await kysely
    .updateTable('headshot_runs')
    .set({ status: 'expired', finished_at: sql<Date>`now()` })
    .where('status', '=', 'unpaid')
    // One that was ordered just now has no page yet.
    .where(sql<SqlBool>`created_at < now() - interval '10 minutes'`)
    .where(
      sql<SqlBool>`not exists (select from ${orderCheckouts} c where c.reference = headshot_runs.id and c.status = 'open')`,
    )
    .execute()
}
