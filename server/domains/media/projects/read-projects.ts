import type { EditorProject, EditorProjectDetail } from '#contract/editor-projects.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { findFiles } from './project-files.ts'
import { ownProjects, presentProject } from './project-store.ts'
import type { ProjectsDeps } from './save-project.ts'

const liveProjects = ({ db }: ProjectsDeps, userId: string) =>
  ownProjects(db.kysely, userId).where('p.deleted_at', 'is', null)

/** Own projects, the one that was changed last first. */
export async function listProjects(deps: ProjectsDeps, userId: string): Promise<EditorProject[]> {
  const rows = await liveProjects(deps, userId).orderBy('p.changed_at', 'desc').execute()
  return rows.map((row) => presentProject(deps.media, row))
}

/** With its document and the addresses of its files. @throws {AppError} `not_found` */
export async function readProject(
  deps: ProjectsDeps,
  userId: string,
  id: string,
): Promise<EditorProjectDetail> {
  const row =
    isId(id) &&
    (await liveProjects(deps, userId)
      .select('p.document')
      .where('p.id', '=', id)
      .executeTakeFirst())
  if (!row) throw notFound()
  const there = await findFiles(deps.db.kysely, userId, Object.values(row.files))
  const files = Object.entries(row.files).map(([asset, file]) => {
    const storageKey = there.get(file)
    const url = storageKey ? deps.media.pictureUrl({ storageKey }) : null
    return [asset, { id: file, url }] as const
  })
  return {
    ...presentProject(deps.media, row),
    document: row.document,
    files: Object.fromEntries(files),
  }
}

/** Every one, with its document. */
export async function* projectsOf(
  deps: ProjectsDeps,
  userId: string,
): AsyncGenerator<EditorProjectDetail, void> {
  for (const { id } of await listProjects(deps, userId)) yield await readProject(deps, userId, id)
}
