import { type SqlBool, sql } from 'kysely'
import type { UnsaidHeadshotRun } from '#contract/headshot-runs.ts'
import { orderCheckouts, type PaidOrder } from '#server/domains/billing/index.ts'
import { type OpenOrder, ownParty } from '#server/domains/orders/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'
import { checkOrder, requireCardPrice, type SetOrder } from './check-order.ts'
import { choiceOf, insertRun, requireNoOther } from './order-run.ts'
import { presentRun, readOwnRun } from './present-run.ts'
import { changed, findOrdered, redeemCents } from './quote-set.ts'

/**
 * Orders a set that is paid once by card: it waits, with nothing held and nothing begun, until its payment comes. The same
 * order again finds the same set and page; another one takes its place.
 * @param host of the request, and the network address that it came from
 * @throws {AppError} `not_found`, `conflict` where none is sold, `invalid`, `unavailable`, `throttled`, those of quotes and those of the payment provider
 */
export async function orderByCard(
  deps: HeadshotsDeps,
  caller: Caller,
  { host, ip, ...order }: SetOrder & { host: string; ip: string },
): Promise<UnsaidHeadshotRun> {
  const { db, billing } = deps
  const { userId } = caller
  const known = await findOrdered(db.kysely, userId, order)
  const { run, replaced } = known
    ? { run: known, replaced: null }
    : await beginOrder(deps, caller, { host, order })
  if (replaced !== null) await billing.closeOrder(replaced)
  // Again where it was cut off before.
  if (run.status === 'unpaid' && run.price !== null) {
    await billing.openOrder({ userId, host, ip, reference: run.id, amount: run.price })
  }
  return presentRun(deps, await readOwnRun(deps, userId, run.id))
}

async function beginOrder(
  deps: HeadshotsDeps,
  caller: Caller,
  { host, order }: { host: string; order: SetOrder },
): Promise<Waiting> {
  const studio = await checkOrder(deps, caller, order.id)
  const amount = requireCardPrice(deps, { host, studio, order })
  const isNew = studio.startCost !== null
  const { userId } = caller
  return deps.orders.place(ownParty(userId), {
    read: (tx) => findOrdered(tx, userId, order),
    place: async (tx, open, winner) =>
      winner
        ? { run: winner, replaced: null }
        : waitForPayment(deps, tx, { open, userId, amount, isNew, order }),
  })
}

/** A set that waits for its payment, and the one whose place it took. */
interface Waiting {
  run: RunRow
  replaced: string | null
}

async function waitForPayment(
  deps: HeadshotsDeps,
  tx: Tx,
  {
    open,
    userId,
    amount,
    isNew,
    order,
  }: { open: OpenOrder; userId: string; amount: number; isNew: boolean; order: SetOrder },
): Promise<Waiting> {
  await requireNoOther(tx, order.id)
  const { id, shots, waive } = order
  // What could not begin is not to be paid.
  if (isNew) await deps.studios.requireReady(tx, userId, { id, waive })
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
      .where(sql<SqlBool>`choice = ${JSON.stringify(choiceOf(order))}::jsonb`)
      .executeTakeFirst()
    if (isSame && count === shots) {
      const cents = await redeemCents(open, { order, run: run.id })
      // Its page asks for more than this quote promised.
      if (cents !== null && cents < amount) throw changed()
      return { run, replaced: null }
    }
    await expire(tx, run.id)
  }
  const row = await insertRun(tx, { user_id: userId, status: 'unpaid', price: amount }, order)
  const cents = await redeemCents(open, { order, run: row.id })
  const run = await tx
    .updateTable('headshot_runs')
    .set({ price: Math.min(amount, cents ?? amount) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
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
