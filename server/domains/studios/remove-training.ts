import { sql } from 'kysely'
import type { DeletionReceipt } from '#contract/lora-trainings.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { StudiosDeps } from './deps.ts'
import { releaseHold } from './run/end-training.ts'
import { callWorker } from './run/lane.ts'
import type { StoredReceipt } from './schema.ts'
import { endShares } from './sharing/end-shares.ts'
import { studioFolder } from './studio-files.ts'
import { isOpen, lockOwn, type TrainingRow } from './store.ts'

/**
 * Deletes a studio: hidden at once and stopped, what is held comes back, then its photos, samples and model go. Whatever
 * ends in between, the sweep goes on from there.
 * @throws {AppError} `not_found`
 */
export async function removeTraining(deps: StudiosDeps, userId: string, id: string): Promise<void> {
  const removed = await markOwnRemoved(deps, userId, id)
  await finishRemoval(deps, removed).catch((error: unknown) =>
    deps.log.warn({ err: error, training: id }, 'a studio could not be removed at once'),
  )
}

const markOwnRemoved = (deps: StudiosDeps, userId: string, id: string): Promise<TrainingRow> =>
  transact(deps.db, async (tx) => {
    await deps.orders.lock(tx, userId)
    return markRemoved(deps, tx, await lockOwn(tx, userId, id))
  })

/** Hides a studio that the transaction has locked, stops it and ends its shares; its files are left to {@link finishRemoval}. */
export async function markRemoved(
  deps: StudiosDeps,
  tx: Tx,
  training: TrainingRow,
  by: 'deleted' | 'consent' = 'deleted',
): Promise<TrainingRow> {
  const { id } = training
  const wasOpen = isOpen(training)
  const released = wasOpen ? await releaseHold(deps, tx, training, 'cancelled') : 0
  if (wasOpen) await callWorker(tx, id)
  const { count } = await tx
    .selectFrom('lora_training_images')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('lora_training_id', '=', id)
    .executeTakeFirstOrThrow()
  const receipt: StoredReceipt = {
    completed_at: null,
    photos: count,
    samples: training.samples.length,
    model: training.created_model_version,
    released,
    shares: await endShares(deps, tx, training, { by }),
  }
  return tx
    .updateTable('lora_trainings')
    .set({
      deleted_at: sql<Date>`now()`,
      receipt: JSON.stringify(receipt),
      heartbeat_at: null,
      ...(wasOpen && { status: 'Failed' as const, cost: 0 }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Removes the files of a deleted studio, and what its row said of its subject. Safe to repeat. */
export async function finishRemoval(deps: StudiosDeps, training: TrainingRow): Promise<void> {
  const { db, uploads, media, storage, engines } = deps
  const { id, receipt } = training
  const photos = await db.kysely
    .selectFrom('lora_training_images')
    .select('upload_id')
    .where('lora_training_id', '=', id)
    .execute()
  for (const { upload_id: upload } of photos) await uploads.removePhoto(upload)
  for (const { key } of [...training.samples, ...training.cut_outs]) {
    await media.deletePicture({ storageKey: key, markedStorageKey: null })
  }
  await storage.deletePrefix(studioFolder(training))
  await db.kysely.deleteFrom('model_shares').where('lora_training_id', '=', id).execute()
  await engines
    .get(training.engine)
    ?.training?.forget?.({ key: `${id}:${training.starts}`, keptAs: training.kept_as })
  await db.kysely
    .updateTable('lora_trainings')
    .set({
      project_name: '',
      consent_text: '',
      samples: '[]',
      cut_outs: '[]',
      curve: '[]',
      checkpoint_key: null,
      state_key: null,
      kept_as: null,
      receipt: JSON.stringify({ ...receipt, completed_at: new Date().toISOString() }),
    })
    .where('id', '=', id)
    .execute()
}

/** What was removed with a deleted studio. @throws {AppError} `not_found` */
export async function readReceipt(
  reader: Reader,
  userId: string,
  id: string,
): Promise<DeletionReceipt> {
  const row = isId(id)
    ? await reader
        .selectFrom('lora_trainings')
        .select(['receipt', 'deleted_at'])
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst()
    : undefined
  if (!row?.receipt || !row.deleted_at) throw notFound()
  return { id, deleted_at: row.deleted_at.toISOString(), shares: 0, ...row.receipt }
}

/** For the deletion of an account: everything of everybody's studios. Safe to repeat. */
export async function forgetTrainings(deps: StudiosDeps, userId: string): Promise<void> {
  const rows = await deps.db.kysely
    .selectFrom('lora_trainings')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  for (const row of rows) {
    const removed = row.deleted_at ? row : await markOwnRemoved(deps, userId, row.id)
    await finishRemoval(deps, removed)
    await deps.db.kysely.deleteFrom('lora_trainings').where('id', '=', row.id).execute()
  }
}
