import {
  type UploadedImage,
  uploadedImages,
  type UploadPurpose,
} from '#contract/uploaded-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { cutPage, pageLink, readCursor } from '#server/platform/keyset.ts'
import type { Media } from '../create-media.ts'
import { presentUpload } from './present-upload.ts'
import { ownUploads } from './upload-store.ts'

const DEFAULT_LIMIT = 40

/**
 * One page of own uploads, newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listUploads(
  { db, media }: { db: Db; media: Media },
  userId: string,
  query: { cursor?: string | undefined; limit?: number | undefined; purpose: UploadPurpose },
): Promise<{ next: string | null; previous: string | null; results: UploadedImage[] }> {
  const place = readCursor(query.cursor)
  const limit = query.limit ?? DEFAULT_LIMIT
  let rows = ownUploads(db.kysely, userId)
    .selectAll()
    .where('purpose', '=', query.purpose)
    .limit(limit + 1)
  if (place) rows = rows.where('id', place.side === 'after' ? '<' : '>', place.id)
  const found = await rows.orderBy('id', place?.side === 'before' ? 'asc' : 'desc').execute()
  const page = cutPage(found, limit, place)
  const { path } = uploadedImages.list
  return {
    next: pageLink(path, query, page.next),
    previous: pageLink(path, query, page.previous),
    results: page.items.map((row) => presentUpload(media, row)),
  }
}
