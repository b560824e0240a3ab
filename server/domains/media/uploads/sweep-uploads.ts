import { sql } from 'kysely'
import { removeUpload } from './remove-upload.ts'
import type { UploadsDeps } from './uploads-deps.ts'

/** An upload that is not stored after so long lost its process. */
const UNFINISHED_SECONDS = 3600
const BATCH = 100

/** Removes uploads whose time is over, that were never finished, or whose removal was cut off. */
export async function sweepUploads(deps: UploadsDeps): Promise<void> {
  const rows = await deps.db.kysely
    .selectFrom('uploaded_images')
    .selectAll()
    .where((where) =>
      where.or([
        where('expires_at', '<=', sql<Date>`money_now()`),
        where('deleted_at', 'is not', null),
        where.and([
          where('stored_at', 'is', null),
          where('created_at', '<', sql<Date>`now() - make_interval(secs => ${UNFINISHED_SECONDS})`),
        ]),
      ]),
    )
    .limit(BATCH)
    .execute()
  for (const row of rows) {
    // One file that cannot be removed now must not keep the others.
    await removeUpload(deps, row).catch((error: unknown) =>
      deps.log.warn({ err: error, upload: row.id }, 'an uploaded image could not be removed'),
    )
  }
}
