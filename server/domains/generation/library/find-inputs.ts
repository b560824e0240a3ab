import type { Billing } from '#server/domains/billing/index.ts'
import type { Media, Uploads } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { FoundInput, FoundInputs, InputFiles, InputPicture } from '../kinds/kind.ts'
import { type DbOrTx, readerOf } from '../store.ts'
import { findShownImage, shownKey } from './shown-image.ts'

export interface InputDeps {
  db: Db
  uploads: Uploads
  billing: Billing
  media: Media
}

/** A picture that a job starts from was deleted before it was needed. */
export class InputGone extends Error {}

/**
 * The picture of an id as this person may use it: an own upload, or a delivered picture that is own or public, in
 * the form in which it is shown (with its watermark, where it has one). Whatever starts from a picture asks here.
 */
export async function findInput(
  { uploads, billing }: InputDeps,
  source: DbOrTx,
  userId: string,
  { id, uploadsOnly }: InputPicture,
): Promise<FoundInput | null> {
  const upload = await uploads.find(readerOf(source), userId, id)
  if (upload || uploadsOnly) return upload
  const image = await findShownImage(readerOf(source), userId, id)
  if (!image) return null
  const clean = image.marked_storage_key === null || (await billing.hasPaid(source, image.user_id))
  const storageKey = shownKey(image, clean)
  return storageKey === null ? null : { storageKey, width: image.width, height: image.height }
}

/** Where the pictures lie that a request names, by field; null for one that this person may not use. */
export async function findInputs(
  deps: InputDeps,
  userId: string,
  inputs: readonly InputPicture[],
): Promise<FoundInputs> {
  const found = inputs.map(async (input) => [
    input.field,
    await findInput(deps, deps.db, userId, input),
  ])
  return Object.fromEntries(await Promise.all(found)) as FoundInputs
}

/**
 * The files of what a job starts from, by field. Asks again who may use them: that may have changed since.
 * @throws {InputGone}
 */
export async function readInputs(
  deps: InputDeps,
  userId: string,
  inputs: readonly InputPicture[],
): Promise<InputFiles> {
  const found = await findInputs(deps, userId, inputs)
  const read = inputs.map(async ({ field }) => {
    const picture = found[field]
    const file = picture && (await deps.media.readPicture(picture.storageKey))
    if (!file) throw new InputGone(`The input ${field} is gone`)
    return [field, file]
  })
  return Object.fromEntries(await Promise.all(read)) as InputFiles
}
