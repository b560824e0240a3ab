import { sql } from 'kysely'
import type { UnsaidTraining } from '#contract/lora-trainings.ts'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from './deps.ts'
import { presentOwn, publishTraining } from './present-training.ts'
import { failTraining, finishTraining, STOPPED } from './run/end-training.ts'
import { callWorker } from './run/lane.ts'
import { lockOwn, readOwn } from './store.ts'

/** Ends all trainings of somebody that are at work, without a model: all that is held comes back. Safe to repeat. */
export async function stopTrainingsOf(deps: StudiosDeps, userId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    await deps.orders.lock(tx, userId)
    const open = await tx
      .selectFrom('lora_trainings')
      .select(['id', 'attempt', 'hold_id'])
      .where('user_id', '=', userId)
      .where('status', 'in', ['Pending', 'Running'])
      .forUpdate()
      .execute()
    for (const training of open) {
      await callWorker(tx, training.id)
      await failTraining(deps, tx, training, STOPPED)
    }
  })
}

/**
 * Stops a training. Before its first checkpoint all that is held comes back and there is no model; later the newest
 * checkpoint is delivered, and paid by its steps. One that has ended stays as it is.
 * @throws {AppError} `not_found`, `conflict` for one that was not started, or whose model is being stored
 */
export async function cancelTraining(
  deps: StudiosDeps,
  userId: string,
  id: string,
): Promise<UnsaidTraining> {
  const stopped = await transact(deps.db, async (tx) => {
    await deps.orders.lock(tx, userId)
    const training = await lockOwn(tx, userId, id)
    const { status, checkpoint_step: checkpoint } = training
    if (status === 'Not Started') {
      throw userError('conflict', t('studios.notStarted'))
    }
    if (status === 'Downloading') {
      throw userError('conflict', t('studios.finalizing'))
    }
    if (status === 'Failed' || status === 'Successful') return null
    await callWorker(tx, id)
    if (checkpoint === null) {
      await failTraining(deps, tx, training, STOPPED)
      return null
    }
    const row = await tx
      .updateTable('lora_trainings')
      .set({ status: 'Downloading', is_stopped: true, heartbeat_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('status', '=', status)
      .returningAll()
      .executeTakeFirstOrThrow()
    await publishTraining(deps, tx, row)
    return row
  })
  // Killed before this is done, the sweep does it.
  if (stopped) await finishTraining(deps, stopped)
  return presentOwn(deps, deps.db.kysely, await readOwn(deps.db.kysely, userId, id))
}
