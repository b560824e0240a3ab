import type { PredictionImage } from '#contract/prediction-images.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { formatParametersText } from '../kinds/drawing/parameters-text.ts'
import { type PictureDeps, presentImages } from './present-image.ts'
import { isId } from '#server/platform/storable-text.ts'
import { findJob, type ImageRow, type JobRow } from '../store.ts'
import { parametersOfPicture } from '../kinds/drawing/build-engine-request.ts'

interface FoundImage {
  image: ImageRow
  job: JobRow
}

/** A delivered picture that this person may see: an own one or a public one, not deleted. */
export async function findShownImage(
  reader: Reader,
  userId: string,
  id: string,
): Promise<ImageRow | undefined> {
  if (!isId(id)) return undefined
  const image = await reader
    .selectFrom('prediction_images')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'S')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return image && (image.user_id === userId || image.is_public) ? image : undefined
}

/** @throws {AppError} `not_found` */
async function findVisibleImage(reader: Reader, userId: string, id: string): Promise<FoundImage> {
  const image = await findShownImage(reader, userId, id)
  if (!image) throw notFound()
  const job = await findJob(reader, image.job_id)
  if (!job) throw notFound()
  return { image, job }
}

/** @throws {AppError} `not_found` */
export async function readImage(
  deps: PictureDeps & { db: Db },
  userId: string,
  id: string,
): Promise<PredictionImage> {
  const found = await findVisibleImage(deps.db.kysely, userId, id)
  const shown = (await presentImages(deps, deps.db, [found]))[0]!
  // What its owner likes is nobody else's business.
  return found.image.user_id === userId ? shown : { ...shown, is_favorite: false }
}

/**
 * The request that makes this one picture again, with the weights it was made with and the settings as text.
 * @throws {AppError} `not_found`
 */
export async function readParameters({ db }: { db: Db }, userId: string, id: string) {
  const { image, job } = await findVisibleImage(db.kysely, userId, id)
  const parameters = parametersOfPicture(job, image)
  // The hashes are in the text; a request names LoRAs alone.
  const { lora_hashes: _hashes, ...request } = parameters
  return {
    ...request,
    model_hash: job.model_hash,
    text: formatParametersText(parameters, job.model_hash),
  }
}
