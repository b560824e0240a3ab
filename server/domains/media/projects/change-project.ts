import { sql } from 'kysely'
import type { EditorProject } from '#contract/editor-projects.ts'
import { EDITOR_PROJECT_LIMITS } from '#contract/values/editor-projects.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { isId, isStorableText } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { dropFiles, idsOf } from './project-files.ts'
import { presentProject, readOwnProject, takeTurn } from './project-store.ts'
import { type ProjectsDeps, requireRoom } from './save-project.ts'

/** Its document, and so its revision, stays as it is. @throws {AppError} `not_found`, `invalid` */
export async function renameProject(
  { db, media }: ProjectsDeps,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<EditorProject> {
  if (!isStorableText(name)) throw invalidField('name', t('common.nameNotKept'))
  const renamed =
    isId(id) &&
    (await db.kysely
      .updateTable('editor_projects')
      .set({ name })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst())
  if (!renamed) throw notFound()
  return presentProject(media, await readOwnProject(db.kysely, userId, id))
}

/** Removes a project; it can be brought back for an hour. @throws {AppError} `not_found` */
export async function removeProject(
  { db }: ProjectsDeps,
  userId: string,
  id: string,
): Promise<void> {
  const removed =
    isId(id) &&
    (await db.kysely
      .updateTable('editor_projects')
      .set({ deleted_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst())
  if (!removed) throw notFound()
}

/** One that is there already stays. @throws {AppError} `not_found`, `conflict` beyond the limit */
export async function restoreProject(
  { db, media }: ProjectsDeps,
  userId: string,
  id: string,
): Promise<EditorProject> {
  if (!isId(id)) throw notFound()
  return transact(db, async (tx) => {
    await takeTurn(tx, userId)
    const before = await tx
      .selectFrom('editor_projects')
      .select('deleted_at')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!before) throw notFound()
    if (before.deleted_at !== null) {
      await requireRoom(tx, userId)
      await tx
        .updateTable('editor_projects')
        .set({ deleted_at: null })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    }
    return presentProject(media, await readOwnProject(tx, userId, id))
  })
}

/** For good; the files that no other project of their owner names go with the next sweeps of uploads. */
async function forget(db: Db, project: { user_id: string; id: string }): Promise<void> {
  await transact(db, async (tx) => {
    await takeTurn(tx, project.user_id)
    const gone = await tx
      .deleteFrom('editor_projects')
      .where('user_id', '=', project.user_id)
      .where('id', '=', project.id)
      .where('deleted_at', 'is not', null)
      .returning(['files', 'preview'])
      .executeTakeFirst()
    if (gone) await dropFiles(tx, project.user_id, idsOf(gone))
  })
}

const BATCH = 100

/** Removes those for good that were deleted an hour ago. */
export async function sweepProjects({ db }: { db: Db }): Promise<void> {
  const { undoMinutes } = EDITOR_PROJECT_LIMITS
  const old = await db.kysely
    .selectFrom('editor_projects')
    .select(['user_id', 'id'])
    .where('deleted_at', '<', sql<Date>`now() - make_interval(mins => ${undoMinutes})`)
    .limit(BATCH)
    .execute()
  for (const project of old) await forget(db, project)
}
