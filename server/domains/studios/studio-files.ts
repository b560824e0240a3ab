import type { Visibility } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { isAtWork } from './store.ts'

const FOLDER = 'studios/'

/** Whether a stored file is a sample or a model of a studio. */
export const isStudioKey = (storageKey: string): boolean => storageKey.startsWith(FOLDER)

/** Where all files of one person's studios are, and nothing else. */
export const studiosFolder = (userId: string): string => `${FOLDER}${userId}/`

/** Where the files of one studio are. */
export const studioFolder = ({ id, user_id: userId }: { id: string; user_id: string }): string =>
  `${studiosFolder(userId)}${id}/`

const studioOf = (storageKey: string): string => storageKey.split('/')[2] ?? ''

/** Samples are their owner's alone; those of public studios are shown to everybody. */
export async function visibilityOfFile(
  { db }: { db: Db },
  storageKey: string,
): Promise<Visibility> {
  return (await knownStudioFiles(db, [storageKey])).has(storageKey) ? 'private' : 'gone'
}

/** Those of these files that a studio has. */
export async function knownStudioFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.kysely
    .selectFrom('lora_trainings')
    .select(['samples', 'cut_outs', 'checkpoint_key', 'state_key', 'status', 'deleted_at'])
    .where('id', 'in', [...new Set(keys.map(studioOf))])
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Set(
    rows.flatMap((row) => [
      ...[...row.samples, ...row.cut_outs].map(({ key }) => key),
      ...[row.checkpoint_key, isAtWork(row) ? row.state_key : null].filter((key) => key !== null),
    ]),
  )
  return new Set(keys.filter((key) => known.has(key)))
}
