import type { Billing } from '#server/domains/billing/index.ts'
import type { FoundUpload, Media, Uploads } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { shownKey } from './present-image.ts'
import { findShownImage } from './read-image.ts'
import type { JobRow, Place } from '../store.ts'
import { parametersOf, readerOf } from '../store.ts'

export interface SourceDeps {
  db: Db
  uploads: Uploads
  billing: Billing
  media: Media
}

/** Where a picture lies and how large it is. */
export type SourcePicture = FoundUpload

/** The pictures that an order starts from, as files. */
export interface SourceFiles {
  image: Uint8Array
  mask: Uint8Array | null
}

/** A picture that a job starts from was deleted before it was needed. */
export class SourceGone extends Error {}

/**
 * The picture of an id as this person may use it: an own upload, or a delivered picture that is own or public, in
 * the form in which it is shown (with its watermark, where it has one).
 */
export async function findSource(
  { uploads, billing }: SourceDeps,
  place: Place,
  userId: string,
  id: string,
): Promise<SourcePicture | null> {
  const upload = await uploads.find(readerOf(place), userId, id)
  if (upload) return upload
  const image = await findShownImage(readerOf(place), userId, id)
  if (!image) return null
  const clean = image.marked_storage_key === null || (await billing.hasPaid(place, image.user_id))
  const storageKey = shownKey(image, clean)
  return storageKey === null ? null : { storageKey, width: image.width, height: image.height }
}

/**
 * Reads what a job starts from; null for a job that starts from its prompt alone.
 * @throws {SourceGone}
 */
export async function readSources(deps: SourceDeps, job: JobRow): Promise<SourceFiles | null> {
  const { image, mask } = parametersOf(job)
  if (image === undefined) return null
  const read = async (picture: SourcePicture | null): Promise<Uint8Array> => {
    const file = picture && (await deps.media.readPicture(picture.storageKey))
    if (!file) throw new SourceGone()
    return file
  }
  const find = (id: string) => findSource(deps, deps.db, job.user_id, id)
  return {
    image: await read(await find(image)),
    mask: mask === undefined ? null : await read(await find(mask)),
  }
}
