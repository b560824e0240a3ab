import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { UploadedImage } from '#contract/uploaded-images.ts'
import { UPLOAD_LIMITS } from '#contract/values/uploaded-images.ts'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { Limit, RateLimiter } from '#server/platform/rate-limit.ts'
import { t } from '#server/texts/index.ts'
import { type DecodedUpload, type DecodeOptions, decodeUpload } from '../decoding/decode-upload.ts'
import type { FairSlots } from './fair-slots.ts'
import { checkRoom, usedStorage } from './storage-room.ts'
import { presentUpload } from './present-upload.ts'
import { removeUpload } from './remove-upload.ts'
import { uploadKey, type UploadRow } from './upload-store.ts'
import type { UploadsDeps } from './uploads-deps.ts'

/** Megapixels that one person has decoded in ten minutes: fifty photographs of 25. */
const MEGAPIXELS: Limit = { name: 'upload-megapixels', points: 1250, seconds: 600 }

export interface NewUpload {
  userId: string
  purpose: UploadRow['purpose']
  file: Buffer
  /** To the pixel, whatever it costs; left out: a mask is. */
  isExact?: boolean
  /** Ends the work; nothing is kept then. */
  signal: AbortSignal
}

/**
 * Keeps an uploaded picture for its owner. The row comes first and the file after it, so that whatever is killed
 * in between, the sweep finds what is left.
 * @throws {AppError} `unsupported_media_type`, `payload_too_large`, `storage_full`, `invalid`, `conflict` when the owner has too many,
 * `throttled` after too many megapixels, `unavailable` when too many wait or the store is full; the signal's reason
 */
export async function uploadImage(
  deps: UploadsDeps & { slots: FairSlots },
  upload: NewUpload,
): Promise<UploadedImage> {
  return presentUpload(deps.media, (await keepUpload(deps, upload)).row)
}

/** Like {@link uploadImage}, but answers the row that is kept, and its file. */
export async function keepUpload(
  deps: UploadsDeps & { slots: FairSlots },
  { userId, purpose, file, signal, isExact = purpose === 'mask' }: NewUpload,
): Promise<{ row: UploadRow; file: Uint8Array }> {
  const picture = await decodeFor(deps, userId, file, {
    purpose: isExact ? 'mask' : 'picture',
    signal,
  })
  signal.throwIfAborted()
  const begun = await beginUpload(deps, userId, purpose, picture)
  try {
    await deps.storage.put(begun.storage_key, picture.data)
  } catch (error) {
    await removeUpload(deps, begun)
    throw error
  }
  const stored = await deps.db.kysely
    .updateTable('uploaded_images')
    .set({ stored_at: sql`now()` })
    .where('id', '=', begun.id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!stored) {
    // It took so long that the sweep gave it up.
    await removeUpload(deps, begun)
    throw userError('unavailable', t('media.uploadTooSlow'))
  }
  return { row: stored, file: picture.data }
}

/**
 * Reads a file in its owner's turn.
 * @throws {AppError} `unsupported_media_type`, `payload_too_large`, `invalid`, `throttled`, `unavailable`; the signal's reason
 */
export function decodeFor(
  { limiter, slots }: { limiter: RateLimiter; slots: FairSlots },
  owner: string,
  file: Buffer,
  options: Pick<DecodeOptions, 'purpose' | 'signal'>,
): Promise<DecodedUpload> {
  const admit = (pixels: number) => limiter.consume(MEGAPIXELS, owner, Math.ceil(pixels / 1e6))
  return slots.run(owner, options.signal, () => decodeUpload(file, { ...options, admit }))
}

async function beginUpload(
  { db, keepDays, storageLimitOf }: UploadsDeps,
  userId: string,
  purpose: UploadRow['purpose'],
  picture: DecodedUpload,
): Promise<UploadRow> {
  const limit = await storageLimitOf(userId)
  return transact(db, async (tx) => {
    // Two uploads at once must not both be the last that fits.
    await sql`select pg_advisory_xact_lock(hashtext('uploads'), hashtext(${userId}))`.execute(tx)
    const { count } = await tx
      .selectFrom('uploaded_images')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= UPLOAD_LIMITS.count) {
      throw userError('conflict', t('media.tooManyUploads', { count: UPLOAD_LIMITS.count }))
    }
    checkRoom(await usedStorage(tx, userId), limit, picture.data.length)
    return tx
      .insertInto('uploaded_images')
      .values({
        user_id: userId,
        purpose,
        storage_key: uploadKey(userId, `${randomUUID()}.${picture.extension}`),
        width: picture.width,
        height: picture.height,
        bytes: picture.data.length,
        content_type: picture.contentType,
        expires_at: sql`money_now() + make_interval(days => ${keepDays})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
