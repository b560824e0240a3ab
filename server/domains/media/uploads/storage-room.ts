import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { StorageLimit } from './uploads-deps.ts'

/** Bytes of all that somebody uploaded and that is still kept, masks and what the projects of the image editor need included. */
export async function usedStorage(reader: Reader, userId: string): Promise<number> {
  const { bytes } = await reader
    .selectFrom('uploaded_images')
    // Fits into a double far beyond any disk.
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`money_now()`)
    .executeTakeFirstOrThrow()
  return bytes
}

/** As people count: `180 MB`, `1.5 MB`, `2 GB`. */
function size(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  const [amount, unit] = megabytes >= 1024 ? [megabytes / 1024, 'GB'] : [megabytes, 'MB']
  return `${amount >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10} ${unit}`
}

/**
 * @param more bytes of the picture that is to be kept
 * @throws {AppError} `storage_full` that says how much is used, with `used_bytes` and `limit_bytes`
 */
export function checkRoom(
  used: number,
  { bytes: limit, reason }: StorageLimit,
  more: number,
): void {
  if (used + more <= limit) return
  const text =
    reason === null
      ? t('media.storageFull', { used: size(used), limit: size(limit), needed: size(more) })
      : t('media.storageFullByTeam', {
          used: size(used),
          limit: size(limit),
          reason,
          needed: size(more),
        })
  throw userError('storage_full', text, {
    extra: { used_bytes: used, limit_bytes: limit },
  })
}
