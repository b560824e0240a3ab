import { PRICES } from '#server/domains/billing/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeadshotsDeps, RunRow, ShotRow } from './deps.ts'
import { orderOf, requirePainter } from './shot-order.ts'

/**
 * Draws a shot once more, unless somebody else did in between. What was paid for it comes back first, so that it is free:
 * only what is delivered in the end is paid, once. In a set by card nothing is paid.
 * @param options.isPaid whether an image of it was delivered
 * @param options.within runs in the same transaction, before anything else
 * @returns false when the shot is not as it was read
 * @throws {AppError} `unavailable`, `not_enough_credits`
 */
export async function redraw(
  { db, credits, studios, engines, drawings }: HeadshotsDeps,
  run: RunRow,
  shot: ShotRow,
  { isPaid, within }: { isPaid: boolean; within?: (tx: Tx) => Promise<void> },
): Promise<boolean> {
  const { user_id: userId } = run
  const studio = await studios.stateOf(userId, run.lora_training_id)
  if (!studio || studio.lora === null) {
    throw new AppError('conflict', 'The model of this set is deleted.')
  }
  const model = await requirePainter(engines, studio.model)
  const prepared = await drawings.prepare(userId, [orderOf(run, shot, model, studio.lora)])
  return transact(db, async (tx) => {
    const writer = credits.writer(tx)
    await writer.applyDueEntries({ userId })
    const tries = shot.tries + 1
    const mine = await tx
      .updateTable('headshot_shots')
      .set({ status: 'drawing', tries, similarity: null, canceled: false })
      .where('id', '=', shot.id)
      .where('status', '=', shot.status)
      .where('tries', '=', shot.tries)
      .returning('id')
      .executeTakeFirst()
    if (!mine) return false
    await within?.(tx)
    const text = `Headshot ${shot.place + 1}, drawn once more`
    const key = `headshots:${shot.id}:${tries}`
    const isFree = run.payment_id !== null
    if (isPaid && !isFree) {
      await writer.refund({ userId, capture: `${shot.job_id}:0`, externalId: key, text })
    }
    const amount = isFree ? 0 : PRICES.headshot
    const hold = isFree
      ? null
      : await writer.hold({ userId, amount, externalId: key, jobId: null, text })
    const [job] = await drawings.insert(tx, {
      userId,
      prepared,
      batchId: run.id,
      holdId: hold?.holdId ?? null,
      price: amount,
    })
    await tx.updateTable('headshot_shots').set({ job_id: job! }).where('id', '=', shot.id).execute()
    return true
  })
}
