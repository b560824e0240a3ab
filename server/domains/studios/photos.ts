import type { PhotoCrop } from '#contract/lora-trainings.ts'
import { TRAINING_PHOTOS } from '#contract/values/lora-trainings.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { EARLIER } from './coach/judge-photos.ts'
import { captionPhoto, framePhoto } from './coach/frame-photo.ts'
import { lookAtPhoto } from './coach/look-at-photo.ts'
import { requireWords } from './check-words.ts'
import type { FaceMemory } from './coach/face-memory.ts'
import type { StudiosDeps } from './deps.ts'
import { judge, presentPhoto, type UnsaidPhoto } from './present-training.ts'
import { isOpen, lockOwn, type PhotoRow, photosOf, readOwn, type TrainingRow } from './store.ts'

export interface PhotosDeps extends StudiosDeps {
  faces: FaceMemory
}

/**
 * Adds a photo to an own studio: stripped and private, looked at, and compared with the others.
 * @throws {AppError} `not_found`, `conflict` when there are too many or it is being trained, `consent_required`, and what an
 * upload throws
 */
export async function addPhoto(
  deps: PhotosDeps,
  upload: { userId: string; training: string; file: Buffer; signal: AbortSignal },
): Promise<UnsaidPhoto> {
  const { db, uploads, faces, consents } = deps
  const { userId, training: id, file, signal } = upload
  const training = await readOwn(db.kysely, userId, id)
  requireRoom(training, await photosOf(db.kysely, [id]))
  // The photos of a person are compared with each other.
  if (training.object_type === 'person') await consents.require(userId, 'faces')
  const kept = await uploads.addPhoto({ userId, purpose: 'photo', file, signal })
  try {
    const { file: stored } = kept
    const owned = { upload_id: kept.id, user_id: userId }
    const found = training.object_type === 'person' ? await faces.look(owned, stored) : null
    const look = await lookAtPhoto(stored, found)
    const crop = framePhoto(training.object_type, look)
    const photo = await transact(db, async (tx) => {
      const locked = await lockOwn(tx, userId, id)
      requireRoom(locked, await photosOf(tx, [id]))
      return tx
        .insertInto('lora_training_images')
        .values({
          lora_training_id: id,
          user_id: userId,
          upload_id: kept.id,
          look: JSON.stringify(look),
          crop: JSON.stringify(crop),
          caption: captionPhoto(training.object_type, look, crop),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    if (training.object_type === 'person') await compareFaces(deps, training, photo.id)
    return await readPhoto(deps, db.kysely, training, photo.id)
  } catch (error) {
    await uploads.removePhoto(kept.id)
    throw error
  }
}

/** Writes how alike the face of a new photo is to those before it: numbers that describe no face. */
async function compareFaces(
  deps: PhotosDeps,
  { id: training, retrain_of: earlier }: TrainingRow,
  id: string,
): Promise<void> {
  const { db, faces, media } = deps
  const photos = await photosOf(db.kysely, [training])
  const own = photos.find((photo) => photo.id === id)
  if (!own) return
  const alike: Record<string, number> = {}
  for (const other of photos) {
    if (other.id === id) continue
    const value = await faces.compare(own, other, (key) => media.readPicture(key))
    if (value !== null) alike[other.id] = Math.round(value * 1000) / 1000
  }
  // What is trained once more for free shows the same person.
  for (const other of earlier === null ? [] : await photosOf(db.kysely, [earlier])) {
    const value = await faces.compare(own, other, (key) => media.readPicture(key))
    if (value !== null) alike[EARLIER + other.id] = Math.round(value * 1000) / 1000
  }
  await db.kysely
    .updateTable('lora_training_images')
    .set({ alike: JSON.stringify(alike) })
    .where('id', '=', id)
    .execute()
}

function requireRoom(training: TrainingRow, photos: readonly PhotoRow[]): void {
  requireIdle(training)
  if (photos.length >= TRAINING_PHOTOS.most) {
    throw userError('conflict', t('studios.tooManyPhotos', { count: TRAINING_PHOTOS.most }))
  }
}

/** @throws {AppError} `conflict` while its photos are being learned from */
function requireIdle(training: TrainingRow): void {
  if (isOpen(training)) {
    throw userError('conflict', t('studios.photosLocked'))
  }
}

async function readPhoto(
  deps: PhotosDeps,
  reader: Reader,
  training: TrainingRow,
  id: string,
): Promise<UnsaidPhoto> {
  const photos = await photosOf(reader, [training.id])
  const photo = photos.find((one) => one.id === id)
  if (!photo) throw notFound()
  return presentPhoto(deps, photo, judge(training, photos))
}

/** @throws {AppError} `not_found`, `conflict`, `invalid` */
export async function changePhoto(
  deps: PhotosDeps,
  userId: string,
  { id, image, crop, caption }: PhotoChange,
): Promise<UnsaidPhoto> {
  return transact(deps.db, async (tx) => {
    const { training, photo } = await findPhoto(tx, userId, { id, image })
    if (crop) requireInside(crop, photo.look)
    if (caption !== undefined) await requireWords(deps, training.object_type, 'caption', caption)
    if (crop || caption !== undefined) {
      await tx
        .updateTable('lora_training_images')
        .set({
          ...(crop && { crop: JSON.stringify(crop) }),
          ...(caption !== undefined && { caption }),
        })
        .where('id', '=', photo.id)
        .execute()
    }
    return readPhoto(deps, tx, training, photo.id)
  })
}

interface PhotoChange {
  id: string
  image: string
  crop?: PhotoCrop | undefined
  caption?: string | undefined
}

function requireInside({ x, y, size }: PhotoCrop, { width, height }: PhotoRow['look']): void {
  if (x + size <= width && y + size <= height) return
  throw invalidField('crop', t('studios.squareOutside', { width, height }))
}

async function findPhoto(
  tx: Tx,
  userId: string,
  { id, image }: Pick<PhotoChange, 'id' | 'image'>,
): Promise<{ training: TrainingRow; photo: PhotoRow }> {
  const training = await lockOwn(tx, userId, id)
  const photo = (await photosOf(tx, [id])).find((one) => one.id === image)
  if (!photo) throw notFound()
  requireIdle(training)
  return { training, photo }
}

/** Deletes a photo with its file, every resized copy, and what was cut out of it. @throws {AppError} `not_found`, `conflict` */
export async function removePhoto(
  deps: PhotosDeps,
  userId: string,
  place: Pick<PhotoChange, 'id' | 'image'>,
): Promise<void> {
  const { photo, cutOuts } = await transact(deps.db, async (tx) => {
    const found = await findPhoto(tx, userId, place)
    const kept = found.training.cut_outs.filter((one) => one.photo !== place.image)
    await tx
      .updateTable('lora_trainings')
      .set({ cut_outs: JSON.stringify(kept) })
      .where('id', '=', found.training.id)
      .execute()
    return { ...found, cutOuts: found.training.cut_outs.filter((one) => !kept.includes(one)) }
  })
  for (const { key } of cutOuts) {
    await deps.media.deletePicture({ storageKey: key, markedStorageKey: null })
  }
  await deps.uploads.removePhoto(photo.upload_id)
  deps.faces.forget(photo.upload_id)
}
