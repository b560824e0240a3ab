import { sql } from 'kysely'
import type { EditorProject } from '#contract/editor-projects.ts'
import { EDITOR_PROJECT_LIMITS } from '#contract/values/editor-projects.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { Media } from '../create-media.ts'
import type { SaveBody } from './save-thread.ts'
import { dropFiles, findFiles, idsOf, keepFiles, type NamedFiles } from './project-files.ts'
import { presentProject, readOwnProject, takeTurn } from './project-store.ts'

export interface ProjectsDeps {
  db: Db
  media: Media
}

export interface ProjectSave extends NamedFiles {
  id: string
  /** The one that the document was made from; 0: there is none yet. */
  revision: number
  document: SaveBody['document']
}

/** @throws {AppError} `conflict` when there is no place for one more */
export async function requireRoom(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('editor_projects')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { projects } = EDITOR_PROJECT_LIMITS
  if (count < projects) return
  throw new AppError('conflict', `${userId} has ${count} projects of the editor`, {
    userMessage: t('media.tooManyProjects', { count: projects }),
    extra: { reason: 'count' },
  })
}

/** @throws {AppError} `invalid` for files that are missing or somebody else's */
async function checkSave(tx: Tx, userId: string, save: ProjectSave): Promise<void> {
  const { document, files, preview } = save
  const needed = document.assets
  if (needed.some((asset) => files[asset] === undefined))
    throw invalidField('files', t('media.fileNotNamed'))
  if (Object.keys(files).length > needed.length)
    throw invalidField('files', t('media.fileNotNeeded'))
  const ids = idsOf({ files, preview })
  const there = await findFiles(tx, userId, ids.filter(isId))
  if (ids.some((id) => !there.has(id))) throw invalidField('files', t('media.fileGone'))
}

async function isSame(
  tx: Tx,
  userId: string,
  { id, text }: { id: string; text: string },
): Promise<boolean> {
  const same = await tx
    .selectFrom('editor_projects')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(sql<boolean>`document = ${text}::jsonb`)
    .executeTakeFirst()
  return same !== undefined
}

/**
 * Saves a document over the revision it was made from, or makes the project. The same save sent twice counts once.
 * @returns whether it was made
 * @throws {AppError} `conflict` with the newest `revision` and its time if there is a newer one, or with the `reason` `count`;
 * `not_found` for a project that is not there or was deleted; `invalid`
 */
export async function saveProject(
  { db, media }: ProjectsDeps,
  userId: string,
  save: ProjectSave,
): Promise<{ project: EditorProject; isNew: boolean }> {
  const { id, revision, document, files, preview } = save
  if (!isId(id)) throw notFound()
  return transact(db, async (tx) => {
    await takeTurn(tx, userId)
    const { text } = document
    const before = await tx
      .selectFrom('editor_projects')
      .select(['revision', 'files', 'preview', 'changed_at', 'deleted_at'])
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (before ? before.deleted_at !== null : revision > 0) throw notFound()
    if (before && before.revision !== revision) {
      // The answer to the first of two equal saves was lost on its way.
      if (before.revision === revision + 1 && (await isSame(tx, userId, { id, text })))
        return {
          project: presentProject(media, await readOwnProject(tx, userId, id)),
          isNew: false,
        }
      throw new AppError('conflict', `The project ${id} is at revision ${before.revision}`, {
        userMessage: t('media.projectChanged'),
        extra: { revision: before.revision, changed_at: before.changed_at.toISOString() },
      })
    }
    await checkSave(tx, userId, save)
    const values = { document: text, files: JSON.stringify(files), preview }
    if (before) {
      await tx
        .updateTable('editor_projects')
        .set({ ...values, revision: revision + 1, changed_at: sql<Date>`now()` })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    } else {
      await requireRoom(tx, userId)
      await tx
        .insertInto('editor_projects')
        .values({ user_id: userId, id, name: document.name, ...values })
        .execute()
    }
    const now = idsOf({ files, preview })
    await keepFiles(tx, userId, now)
    if (before)
      await dropFiles(
        tx,
        userId,
        idsOf(before).filter((file) => !now.includes(file)),
      )
    return { project: presentProject(media, await readOwnProject(tx, userId, id)), isNew: !before }
  })
}
