import {
  type UploadedImage,
  uploadedImages,
  type UploadPurpose,
} from '#contract/uploaded-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import type { Media } from '../create-media.ts'
import { presentUpload } from './present-upload.ts'
import { ownUploads } from './upload-store.ts'

/**
 * One page of own uploads, newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listUploads(
  { db, media }: { db: Db; media: Media },
  userId: string,
  query: KeysetQuery & { purpose: UploadPurpose },
): Promise<{ next: string | null; previous: string | null; results: UploadedImage[] }> {
  const rows = ownUploads(db.kysely, userId).selectAll().where('purpose', '=', query.purpose)
  const { path } = uploadedImages.list
  const { items, ...links } = await readPage(rows, { id: 'id', path, query, usually: 40 })
  return { ...links, results: items.map((row) => presentUpload(media, row)) }
}
