import { sql } from 'kysely'
import type { PredictionImage } from '#contract/prediction-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { type PictureDeps, presentImages } from './present-image.ts'
import { isId } from '#server/platform/storable-text.ts'
import { findJob, type ImageRow } from '../store.ts'
import { stillInTrash } from './trash.ts'

interface ChangeDeps extends PictureDeps {
  db: Db
}

export interface ImageChange {
  is_public?: boolean | undefined
  is_favorite?: boolean | undefined
  alt?: string | undefined
}

/** @throws {AppError} `not_found` also for a picture of somebody else, public or not */
export async function changeImage(
  deps: ChangeDeps,
  userId: string,
  id: string,
  change: ImageChange,
): Promise<PredictionImage> {
  if (!isId(id)) throw notFound()
  const image = await deps.db.kysely
    .updateTable('prediction_images')
    // The id sets nothing new; without it an empty change would be no statement.
    .set({ id, ...change })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return presentOwn(deps, image)
}

/**
 * Moves an image to the trash: it is hidden at once.
 * @throws {AppError} `not_found`
 */
export async function removeImage({ db }: ChangeDeps, userId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound()
  const image = await db.kysely
    .updateTable('prediction_images')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!image) throw notFound()
}

/**
 * Brings an image back from the trash; one that is not there is answered as it is.
 * @throws {AppError} `not_found`, also when the time for it is over
 */
export async function restoreImage(
  deps: ChangeDeps,
  userId: string,
  id: string,
): Promise<PredictionImage> {
  if (!isId(id)) throw notFound()
  const image = await deps.db.kysely
    .updateTable('prediction_images')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where((where) =>
      where.or([where('deleted_at', 'is', null), stillInTrash('prediction_images')]),
    )
    .returningAll()
    .executeTakeFirst()
  return presentOwn(deps, image)
}

async function presentOwn(deps: ChangeDeps, image: ImageRow | undefined): Promise<PredictionImage> {
  const job = image && (await findJob(deps.db.kysely, image.job_id))
  if (!image || !job) throw notFound()
  return (await presentImages(deps, deps.db, [{ job, image }]))[0]!
}
