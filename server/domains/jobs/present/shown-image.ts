import { RATINGS_FOR_EVERYBODY } from '#contract/prediction-images.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { notFound } from '#server/platform/errors.ts'
import { findJob, type ImageRow, type JobRow } from '../store.ts'

const FOR_EVERYBODY: ReadonlySet<string> = new Set(RATINGS_FOR_EVERYBODY)

/**
 * A delivered picture that this person may see: an own one, or a public one that is for everybody and shows no child, of
 * somebody who is neither banned nor deleting their account; not deleted itself.
 */
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
  if (!image || image.user_id === userId) return image
  if (!image.is_public || image.withheld_at || !FOR_EVERYBODY.has(image.rating)) return undefined
  const owner = await reader
    .selectFrom(people.as('owner'))
    .select(['owner.banned_at', 'owner.closing_at'])
    .where('owner.id', '=', image.user_id)
    .executeTakeFirst()
  if (!owner || owner.banned_at || owner.closing_at) return undefined
  return (await findJob(reader, image.job_id))?.shows_child ? undefined : image
}

/** A delivered picture of this person's own that is not in the trash. */
export async function findOwnImage(
  reader: Reader,
  userId: string,
  id: string,
): Promise<ImageRow | undefined> {
  const image = await findShownImage(reader, userId, id)
  return image?.user_id === userId ? image : undefined
}

/** The file that is shown of a picture: the one with the watermark until its owner has paid (`clean`). */
export function shownKey(
  image: Pick<ImageRow, 'storage_key' | 'marked_storage_key'>,
  clean: boolean,
): string | null {
  return (clean ? null : image.marked_storage_key) ?? image.storage_key
}

/**
 * An image whose words and settings this person may read: an own one, or a public one that shows them.
 * @throws {AppError} `not_found`
 */
export async function findReadableImage(
  reader: Reader,
  userId: string,
  id: string,
): Promise<FoundImage> {
  const found = await findVisibleImage(reader, userId, id)
  if (found.image.user_id !== userId && !found.image.shows_prompt) throw notFound()
  return found
}

/** An image with the job that made it. */
interface FoundImage {
  image: ImageRow
  job: JobRow
}

/** @throws {AppError} `not_found` */
export async function findVisibleImage(
  reader: Reader,
  userId: string,
  id: string,
): Promise<FoundImage> {
  const image = await findShownImage(reader, userId, id)
  if (!image) throw notFound()
  const job = await findJob(reader, image.job_id)
  if (!job) throw notFound()
  return { image, job }
}
