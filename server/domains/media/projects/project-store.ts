import { type Selectable, sql } from 'kysely'
import type { EditorProject } from '#contract/editor-projects.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { Media } from '../create-media.ts'

type Row = Selectable<Database['editor_projects']>

/** A project without its document. */
export type ProjectRow = Omit<Row, 'document' | 'user_id'> & {
  version: number
  bytes: number
  preview_key: string | null
}

/** Files that are there: a project may name some that were removed. */
const thereAre = sql`u.user_id = p.user_id and u.purpose = 'project' and u.deleted_at is null and u.stored_at is not null`

/** Own projects, also deleted ones, without their documents. */
export const ownProjects = (reader: Reader, userId: string) =>
  reader
    .selectFrom('editor_projects as p')
    .where('p.user_id', '=', userId)
    .select((at) => [
      'p.id',
      'p.name',
      'p.files',
      'p.preview',
      'p.revision',
      'p.created_at',
      'p.changed_at',
      'p.deleted_at',
      sql<number>`(p.document -> 'version')::float8`.as('version'),
      sql<number>`coalesce((
        select sum(u.bytes) from uploaded_images u
        where ${thereAre} and (u.id = p.preview or u.id::text in (select value from jsonb_each_text(p.files)))
      ), 0)::float8`.as('bytes'),
      at
        .selectFrom('uploaded_images as u')
        .select('u.storage_key')
        .where(thereAre as never)
        .whereRef('u.id', '=', 'p.preview')
        .as('preview_key'),
    ])

/** @throws {AppError} `not_found`, also for a deleted one */
export async function readOwnProject(
  reader: Reader,
  userId: string,
  id: string,
): Promise<ProjectRow> {
  const row = isId(id)
    ? await ownProjects(reader, userId)
        .where('p.id', '=', id)
        .where('p.deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  return row
}

/** A project as lists show it. */
export const presentProject = (
  media: Media,
  { id, name, version, revision, preview_key: key, bytes, ...times }: ProjectRow,
): EditorProject => ({
  id,
  name,
  version,
  revision,
  preview: key === null ? null : media.pictureUrl({ storageKey: key }),
  bytes,
  created_at: times.created_at.toISOString(),
  changed_at: times.changed_at.toISOString(),
})

/** Makes changes of one person's projects wait for each other, so that the second of two at once sees the first. */
export const takeTurn = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('editor_projects'), hashtext(${userId}))`.execute(tx)
