import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Media } from '../create-media.ts'
import { findOwnUpload, hideUpload, type UploadRow } from './upload-store.ts'

interface RemoveDeps {
  db: Db
  media: Media
}

/**
 * Removes an upload: hidden first, then the file with its resized copies, then the row. Whatever ends in between, the
 * sweep goes on from there.
 */
export async function removeUpload({ db, media }: RemoveDeps, row: UploadRow): Promise<void> {
  await hideUpload(db, row.id)
  await media.deletePicture({ storageKey: row.storage_key, markedStorageKey: null })
  await db.kysely.deleteFrom('uploaded_images').where('id', '=', row.id).execute()
}

/** @throws {AppError} `not_found` */
export async function removeOwnUpload(deps: RemoveDeps, userId: string, id: string): Promise<void> {
  const row = await findOwnUpload(deps.db.kysely, userId, id)
  if (!row) throw notFound()
  await removeUpload(deps, row)
}

/** Harmless when there is none. */
export async function removeUploadById(deps: RemoveDeps, id: string): Promise<void> {
  const row = await deps.db.kysely
    .selectFrom('uploaded_images')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) await removeUpload(deps, row)
}

const BATCH = 100

/** Removes everything that somebody uploaded. Safe to repeat. */
export async function removeAllUploads(deps: RemoveDeps, userId: string): Promise<void> {
  for (;;) {
    const rows = await deps.db.kysely
      .selectFrom('uploaded_images')
      .selectAll()
      .where('user_id', '=', userId)
      .limit(BATCH)
      .execute()
    for (const row of rows) await removeUpload(deps, row)
    if (rows.length < BATCH) return
  }
}
