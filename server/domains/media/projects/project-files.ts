import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/index.ts'

/** What a project names: files by the document's names, and its preview. */
export interface NamedFiles {
  files: Record<string, string>
  preview: string | null
}

export const idsOf = ({ files, preview }: NamedFiles): string[] => [
  ...new Set([...Object.values(files), ...(preview === null ? [] : [preview])]),
]

/** A file that a project names stays as long as the project. */
const KEPT_YEARS = 100
/** A file that no project names any more is not needed: what was undone before cannot be done again. */
const DROPPED_MINUTES = 60

/** Files of projects of somebody, by their ids; others are left out. */
export async function findFiles(
  reader: Reader,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('uploaded_images')
    .select(['id', 'storage_key'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'project')
    .where('stored_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`money_now()`)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, storage_key: key }) => [id, key]))
}

/** Lets files stay as long as their project. */
export async function keepFiles(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('uploaded_images')
    .set({ expires_at: sql`money_now() + make_interval(years => ${KEPT_YEARS})` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'project')
    .where('id', 'in', [...ids])
    .execute()
}

/** Files used by no other project of this person become ordinary uploads, and the sweep deletes them. */
export async function dropFiles(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update uploaded_images set expires_at = money_now() + make_interval(mins => ${DROPPED_MINUTES})
    where user_id = ${userId} and purpose = 'project' and id = any (${[...ids]}::uuid[])
      and id::text not in (
        select value from editor_projects p, jsonb_each_text(p.files) where p.user_id = ${userId}
        union all
        select p.preview::text from editor_projects p where p.user_id = ${userId} and p.preview is not null
      )`.execute(tx)
}
