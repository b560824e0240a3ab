import type { HeadshotReceipt } from '#contract/headshot-runs.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import { failRun } from './advance-runs.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'
import { judgeCanceled } from './judge-run.ts'
import { readOwnRun } from './present-run.ts'

const DELETED = { code: 'deleted', text: t('headshots.setDeleted') }
/** Why a set of somebody who is banned ends. */
export const STOPPED = { code: 'stopped', text: t('headshots.setStopped') }

/**
 * What its owner ends: a set that waits for money does not any more, of one that is not drawn yet all goes back, and about
 * the payment of one that is being drawn it is decided.
 */
export async function endOwnRun(deps: HeadshotsDeps, found: RunRow, why = DELETED): Promise<void> {
  const { id, status, price } = found
  const judge = (tx: Tx, run: RunRow) => judgeCanceled(deps, tx, run)
  if (price === null) {
    if (status === 'training') await failRun(deps, found, why)
    return
  }
  if (status === 'unpaid') {
    await deps.db.kysely
      .updateTable('headshot_runs')
      .set({ status: 'expired' })
      .where('id', '=', id)
      .where('status', '=', 'unpaid')
      .execute()
    await deps.billing.closeOrder(id)
  }
  if (status === 'paid' || status === 'training') await failRun(deps, found, why, judge)
  await transact(deps.db, async (tx) => {
    const run = await tx
      .selectFrom('headshot_runs')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (run) await judge(tx, run)
  })
  await deps.billing.returnOwed()
}

/**
 * Deletes a set: what is held comes back, its images go for good, then, with the last set of a studio, the studio. The row
 * goes last, so that whatever ends in between can be asked for again.
 * @throws {AppError} `not_found`
 */
export async function removeRun(
  deps: HeadshotsDeps,
  userId: string,
  id: string,
): Promise<HeadshotReceipt> {
  const { db, drawings, studios } = deps
  const found = await readOwnRun(deps, userId, id)
  await endOwnRun(deps, found)
  // A sweep may have begun to draw in between: then there are jobs by now, and they are canceled.
  const run = await readOwnRun(deps, userId, id)
  const images = await deps.deleteImages(userId, await drawings.cancel(userId, run.id))
  const { lora_training_id: training } = run
  const sibling = await db.kysely
    .selectFrom('headshot_runs')
    .select('id')
    .where('lora_training_id', '=', training)
    .where('user_id', '=', userId)
    .where('id', '!=', run.id)
    .executeTakeFirst()
  // Of a shared model the set is a guest's, and the studio is not.
  const isOwn = (await studios.stateOf(userId, training))?.isOwn === true
  const studio = isOwn && !sibling ? await studios.remove(userId, training) : null
  await db.kysely.deleteFrom('headshot_runs').where('id', '=', run.id).execute()
  return { images, studio }
}
