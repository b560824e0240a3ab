import { ownParty, readsNothing } from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { HeadshotsDeps, RunRow, ShotRow } from './deps.ts'
import { orderOf, requirePainter } from './shot-order.ts'

/**
 * Redraws a shot; the old image is shown until the new one is ready. A shot that was delivered before is redrawn for free;
 * any other costs what it did at first, or nothing in a set paid by card.
 * @param options.isRedo whether it is one of the free redos of its owner
 * @param options.within runs in the same transaction, before anything else
 * @returns false when the shot is not as it was read
 * @throws {AppError} `unavailable`, `not_enough_credits`
 */
export async function redraw(
  { orders, studios, engines, drawings }: HeadshotsDeps,
  run: RunRow,
  shot: ShotRow,
  { isRedo, within }: { isRedo: boolean; within?: (tx: Tx) => Promise<void> },
): Promise<boolean> {
  const { user_id: userId } = run
  const studio = await studios.stateOf(userId, run.lora_training_id)
  if (!studio || studio.lora === null) {
    throw userError('conflict', t('headshots.modelDeleted'))
  }
  const model = await requirePainter(engines, studio.model)
  const prepared = await drawings.prepare(userId, [orderOf(run, shot, model, studio.lora)])
  return orders.place(ownParty(userId), {
    before: (tx) => drawings.awaitStatements(tx, prepared),
    read: readsNothing,
    async place(tx, order) {
      const tries = shot.tries + 1
      const mine = await tx
        .updateTable('headshot_shots')
        .set({ status: 'drawing', tries, canceled: false, is_redo: isRedo })
        .where('id', '=', shot.id)
        .where('status', '=', shot.status)
        .where('tries', '=', shot.tries)
        .returning('id')
        .executeTakeFirst()
      if (!mine) return false
      await within?.(tx)
      const isFree = run.payment_id !== null || shot.takes.length > 0
      const price = isFree ? 0 : run.shot_price
      const holdId = isFree
        ? null
        : order.hold({
            amount: price,
            externalId: `headshots:${shot.id}:${tries}`,
            text: t('statement.headshotAgain', { number: shot.place + 1 }),
          })
      const [job] = await drawings.insert(tx, {
        userId,
        prepared,
        batchId: run.id,
        holdId,
        price,
      })
      await tx
        .updateTable('headshot_shots')
        .set({ job_id: job! })
        .where('id', '=', shot.id)
        .execute()
      return true
    },
  })
}
