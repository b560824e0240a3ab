import { type Selectable, sql } from 'kysely'
import type { Database, Db, Reader } from '#server/platform/db/index.ts'
import type { Visibility } from '../media-access.ts'
import { isId } from '#server/platform/storable-text.ts'

export type UploadRow = Selectable<Database['uploaded_images']>

/** What is there for its owner: stored, not deleted, not past its time. */
export function ownUploads(reader: Reader, userId: string) {
  return reader
    .selectFrom('uploaded_images')
    .where('user_id', '=', userId)
    .where('stored_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`money_now()`)
}

export async function findOwnUpload(
  reader: Reader,
  userId: string,
  id: string,
): Promise<UploadRow | undefined> {
  if (!isId(id)) return undefined
  return ownUploads(reader, userId).selectAll().where('id', '=', id).executeTakeFirst()
}

const FOLDER = 'uploads/'

/** Where the file of a new upload goes. */
export const uploadKey = (userId: string, name: string): string => `${FOLDER}${userId}/${name}`

export const isUploadKey = (storageKey: string): boolean => storageKey.startsWith(FOLDER)

/** The files of uploads are never public. */
export async function visibilityOfUpload(db: Db, storageKey: string): Promise<Visibility> {
  const row = await db.kysely
    .selectFrom('uploaded_images')
    .select('id')
    .where('storage_key', '=', storageKey)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`money_now()`)
    .executeTakeFirst()
  return row ? 'private' : 'gone'
}

/** Hides an upload at once; its row goes once its files have gone. */
export async function hideUpload(db: Db, id: string): Promise<void> {
  await db.kysely
    .updateTable('uploaded_images')
    .set({ deleted_at: sql`coalesce(deleted_at, now())` })
    .where('id', '=', id)
    .execute()
}

/** Those of these files that an upload has, also one that is being stored or removed. */
export async function knownUploadFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.kysely
    .selectFrom('uploaded_images')
    .select('storage_key')
    .where('storage_key', 'in', [...keys])
    .execute()
  return new Set(rows.map(({ storage_key: key }) => key))
}
