import type { UploadedImage } from '#contract/uploaded-images.ts'
import type { Media } from '../create-media.ts'
import type { UploadRow } from './upload-store.ts'

/** An upload as its owner sees it. */
export function presentUpload(media: Media, row: UploadRow): UploadedImage {
  return {
    id: row.id,
    url: media.pictureUrl({ storageKey: row.storage_key }),
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    content_type: row.content_type,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
