import { sql } from 'kysely'
import type { UnsaidHeadshotRun } from '#contract/headshot-runs.ts'
import { prices } from '#server/domains/billing/index.ts'
import { ownParty, readsNothing } from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { checkOrder, type SetOrder } from './check-order.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'
import { presentRun } from './present-run.ts'
import { findOrdered, redeemPrice } from './quote-set.ts'
import { planShots } from './shot-order.ts'

/**
 * The account is to be locked. Its owner and the guests of a shared model wait for each other, too.
 * @throws {AppError} `conflict` while a set of the studio is made
 */
export async function requireNoOther(tx: Tx, training: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('headshots'), hashtext(${training}))`.execute(tx)
  const open = await tx
    .selectFrom('headshot_runs')
    .select('id')
    .where('lora_training_id', '=', training)
    .where('status', 'in', ['paid', 'training', 'drawing'])
    .executeTakeFirst()
  if (open) throw userError('conflict', t('headshots.madeAlready'))
}

/** What of an order is kept with its set. */
export const choiceOf = ({
  gender,
  age_range,
  attire,
  backgrounds,
}: SetOrder): RunRow['choice'] => ({ gender, age_range, attire, backgrounds })

/** Writes a set and its shots. */
export async function insertRun(
  tx: Tx,
  row: Pick<RunRow, 'user_id' | 'status' | 'price'>,
  order: SetOrder,
): Promise<RunRow> {
  const run = await tx
    .insertInto('headshot_runs')
    .values({
      ...row,
      shot_price: prices().headshot,
      lora_training_id: order.id,
      choice: JSON.stringify(choiceOf(order)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('headshot_shots')
    .values(planShots(order).map((shot) => ({ ...shot, run_id: run.id, user_id: row.user_id })))
    .execute()
  return run
}

/**
 * Pays for a set of headshots by credits, at what its quote promised: in one transaction a studio that is not trained yet is
 * started, with its hold, and the shots are held. Either all of it happens or nothing. Of two orders at once one finds the
 * other; with the same quote both have the same set.
 * @throws {AppError} `not_found`, `conflict`, `unavailable`, `not_enough_credits`, those of quotes and those of starting a training
 */
export async function orderRun(
  deps: HeadshotsDeps,
  caller: Caller,
  order: SetOrder,
): Promise<UnsaidHeadshotRun> {
  const { db, orders, studios } = deps
  const { userId } = caller
  const { id, shots, waive } = order
  const known = await findOrdered(db.kysely, userId, order)
  if (known) return presentRun(deps, known)
  const trains = (await checkOrder(deps, caller, id)).startCost !== null
  const payer = ownParty(userId)
  const run = await orders.place(payer, {
    read: (tx) => findOrdered(tx, userId, order),
    async place(tx, open, winner) {
      if (winner) return winner
      await requireNoOther(tx, id)
      const row = await insertRun(tx, { user_id: userId, status: 'training', price: null }, order)
      const price = await redeemPrice(open, { order, run: row.id, trains })
      // Whether it is still to be trained was read before the lock: a training that began since is found by its start.
      if (trains) await studios.startIn(tx, userId, { id, waive, most: price.training })
      const ofShots = {
        amount: shots * price.shot,
        externalId: `headshots:${row.id}`,
        text: t('prices.headshots', { count: shots }),
      }
      // Apart from the training, which may have been held just now.
      const holdId = await orders.place(
        payer,
        { read: readsNothing, place: async (_tx, apart) => apart.hold(ofShots) },
        tx,
      )
      return tx
        .updateTable('headshot_runs')
        .set({ hold_id: holdId, shot_price: price.shot })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    },
  })
  return presentRun(deps, run)
}
