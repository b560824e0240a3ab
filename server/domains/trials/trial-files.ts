import { sql } from 'kysely'
import type { Visibility } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { TrialRow, TrialsDeps } from './deps.ts'

const FOLDER = 'trials/'

export const trialKey = (name: string): string => `${FOLDER}${name}`
export const isTrialKey = (storageKey: string): boolean => storageKey.startsWith(FOLDER)

/** Those whose files are to be there. */
const kept = (db: Db) => db.kysely.selectFrom('tool_trials').where('removed_at', 'is', null)

/** The preview is shown to who has its address, until its time is over. */
export async function visibilityOfTrial(db: Db, storageKey: string): Promise<Visibility> {
  const row = await kept(db)
    .select('id')
    .where((eb) => eb.or([eb('preview_key', '=', storageKey), eb('photo_key', '=', storageKey)]))
    .where('expires_at', '>', sql<Date>`money_now()`)
    .executeTakeFirst()
  return row ? 'private' : 'gone'
}

/** Those of these files that a trial has. */
export async function knownTrialFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await kept(db)
    .select(['photo_key', 'preview_key'])
    .where((eb) => eb.or([eb('photo_key', 'in', [...keys]), eb('preview_key', 'in', [...keys])]))
    .execute()
  return new Set(rows.flatMap((row) => [row.photo_key, row.preview_key]))
}

/** Removes both files, and notes that; safe to repeat. */
export async function removeTrialFiles(
  { db, media }: Pick<TrialsDeps, 'db' | 'media'>,
  row: Pick<TrialRow, 'id' | 'photo_key' | 'preview_key'>,
): Promise<void> {
  for (const storageKey of [row.photo_key, row.preview_key]) {
    await media.deletePicture({ storageKey, markedStorageKey: null })
  }
  await db.kysely
    .updateTable('tool_trials')
    .set({ removed_at: sql`money_now()` })
    .where('id', '=', row.id)
    .where('removed_at', 'is', null)
    .execute()
}
