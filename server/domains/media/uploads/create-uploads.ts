import type { z } from 'zod'
import { api } from '#contract/index.ts'
import type { UploadedImage, UploadStorage } from '#contract/uploaded-images.ts'
import { everyItem } from '#server/platform/keyset.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { type Caller, route, type Route } from '#server/platform/route.ts'
import type { Visibility } from '../media-access.ts'
import type { DecodedUpload } from '../decoding/decode-upload.ts'
import { createFairSlots } from './fair-slots.ts'
import { listUploads } from './list-uploads.ts'
import { presentUpload } from './present-upload.ts'
import { removeAllUploads, removeOwnUpload, removeUploadById } from './remove-upload.ts'
import { checkRoom, usedStorage } from './storage-room.ts'
import { sweepUploads } from './sweep-uploads.ts'
import type { EditorFile } from '#contract/editor-projects.ts'
import { t } from '#server/texts/index.ts'
import { decodeFor, keepUpload, uploadImage } from './upload-image.ts'
import { findOwnUpload, knownUploadFiles, visibilityOfUpload } from './upload-store.ts'
import type { UploadsDeps } from './uploads-deps.ts'

export interface FoundUpload {
  storageKey: string
  width: number
  height: number
}

export interface KeptPhoto {
  id: string
  /** The file as it is stored: upright and without metadata. */
  file: Uint8Array
}

export interface Uploads {
  /** Routes under /api/uploaded_images/. */
  routes: Route[]
  /** An upload of this very person, or null. */
  find(reader: Reader, userId: string, id: string): Promise<FoundUpload | null>
  /**
   * Keeps a photo; it goes with its time as uploads do.
   * @param photo.purpose `photo`: it is shown in no list of uploads
   * @throws {AppError} as the upload of an image
   */
  addPhoto(photo: {
    userId: string
    purpose: 'photo' | 'picture' | 'mask'
    file: Buffer
    signal: AbortSignal
  }): Promise<KeptPhoto>
  /**
   * Reads a photo as an upload is read, and keeps nothing.
   * @param photo.owner counts its megapixels
   * @throws {AppError} as the upload of an image
   */
  decode(photo: { owner: string; file: Buffer; signal: AbortSignal }): Promise<DecodedUpload>
  /**
   * Keeps a file of a project of the image editor, which is shown in no list of uploads and goes by itself unless a
   * project names it.
   * @param file.isExact to the pixel
   * @throws {AppError} as the upload of an image
   */
  addProjectFile(file: {
    userId: string
    file: Buffer
    isExact: boolean
    signal: AbortSignal
  }): Promise<z.infer<typeof EditorFile>>
  /** Removes it with its resized copies; harmless when it is gone. */
  removePhoto(id: string): Promise<void>
  /** Before a file of this person is read. @throws {AppError} */
  admit(caller: Caller): Promise<void>
  /** How much room the uploads of a person take, and how much they may. */
  storageOf(userId: string): Promise<UploadStorage>
  /** Those of these uploads that are this person's. */
  ownOf(reader: Reader, userId: string, ids: readonly string[]): Promise<string[]>
  /** Who may see the file of an upload. */
  visibilityOf(storageKey: string): Promise<Visibility>
  /** Those of these files that an upload has. */
  knownFiles(keys: readonly string[]): Promise<Set<string>>
  /** Pictures and masks, newest first. */
  allOf(userId: string): AsyncIterable<UploadedImage>
  /** For the deletion of an account. Safe to repeat. */
  removeAllOf(userId: string): Promise<void>
  /** Every minute or so (role cron): what is past its time or was never finished. */
  sweep(): Promise<void>
}

const UPLOADS: Limit = { name: 'uploads', points: 120, seconds: 600 }
const EXPORT_PAGE = 100
/** A file that no project has named yet is on its way to one. */
const UNNAMED_DAYS = 1
/** For a copy in which objects are selected that no page has removed. */
const SELECTION_DAYS = 1
/** Each decodes in a process of its own, of up to a gigabyte. */
const RUNNING = 2
const WAITING = 30

/** Builds the part of the domain that keeps what people upload. */
export function createUploads(deps: UploadsDeps): Uploads {
  const { db, media, limiter, keepDays, storageLimitOf } = deps
  const slots = createFairSlots({ running: RUNNING, waiting: WAITING })
  const { uploadedImages } = api
  const readStorage = async (userId: string): Promise<UploadStorage> => ({
    used_bytes: await usedStorage(db.kysely, userId),
    limit_bytes: (await storageLimitOf(userId)).bytes,
    keep_days: keepDays,
  })
  const admit = async ({ userId, emailVerified }: Caller) => {
    if (!emailVerified) {
      throw userError('email_not_verified', t('common.verifyEmail'))
    }
    await limiter.consume(UPLOADS, userId)
    // Before the file is sent in vain.
    checkRoom(await usedStorage(db.kysely, userId), await storageLimitOf(userId), 1)
  }
  return {
    storageOf: readStorage,
    routes: [
      route(
        uploadedImages.upload,
        ({ caller: { userId }, query: { purpose }, file, signal }) =>
          purpose === 'selection'
            ? uploadImage(
                { ...deps, slots, keepDays: SELECTION_DAYS },
                { userId, purpose: 'photo', file, signal },
              )
            : uploadImage({ ...deps, slots }, { userId, purpose, file, signal }),
        { admit },
      ),
      route(uploadedImages.list, async ({ caller: { userId }, query }) => ({
        ...(await listUploads(deps, userId, query)),
        storage: await readStorage(userId),
      })),
      route(uploadedImages.detail, async ({ caller, params }) => {
        const row = await findOwnUpload(db.kysely, caller.userId, params.id)
        if (!row) throw notFound()
        return presentUpload(media, row)
      }),
      route(uploadedImages.remove, async ({ caller, params }) => {
        await removeOwnUpload(deps, caller.userId, params.id)
        return null
      }),
    ],
    async find(reader, userId, id) {
      const row = await findOwnUpload(reader, userId, id)
      return row ? { storageKey: row.storage_key, width: row.width, height: row.height } : null
    },
    admit,
    async ownOf(reader, userId, ids) {
      const rows = await Promise.all(ids.map((id) => findOwnUpload(reader, userId, id)))
      return rows.flatMap((row) => row?.id ?? [])
    },
    async addPhoto(photo) {
      const { row, file } = await keepUpload({ ...deps, slots }, photo)
      return { id: row.id, file }
    },
    decode: ({ owner, file, signal }) =>
      decodeFor({ limiter, slots }, owner, file, { purpose: 'picture', signal }),
    async addProjectFile({ isExact, ...file }) {
      const kept = await keepUpload(
        { ...deps, slots, keepDays: UNNAMED_DAYS },
        { ...file, purpose: 'project', isExact },
      )
      const { id, width, height, bytes } = kept.row
      return { id, width, height, bytes }
    },
    removePhoto: (id) => removeUploadById(deps, id),
    visibilityOf: (storageKey) => visibilityOfUpload(db, storageKey),
    knownFiles: (keys) => knownUploadFiles(db, keys),
    async *allOf(userId) {
      for (const purpose of ['picture', 'mask'] as const) {
        yield* everyItem((cursor) =>
          listUploads(deps, userId, { purpose, limit: EXPORT_PAGE, cursor }),
        )
      }
    },
    removeAllOf: (userId) => removeAllUploads(deps, userId),
    sweep: () => sweepUploads(deps),
  }
}
