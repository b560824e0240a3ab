import { api } from '#contract/index.ts'
import type { EditorProjectDetail } from '#contract/editor-projects.ts'
import { EDITOR_PROJECT_LIMITS } from '#contract/values/editor-projects.ts'
import type { Db } from '#server/platform/db/index.ts'
import { Reply, route, routeOfLargeBody, type Route } from '#server/platform/route.ts'
import { createWorkBudget } from '#server/platform/work-budget.ts'
import type { Media } from '../create-media.ts'
import type { Uploads } from '../uploads/create-uploads.ts'
import { removeProject, renameProject, restoreProject, sweepProjects } from './change-project.ts'
import { listProjects, projectsOf, readProject } from './read-projects.ts'
import { readWithin } from './read-save.ts'
import { saveProject } from './save-project.ts'

export interface Projects {
  /** editor_projects. */
  routes: Route[]
  /** Every project of somebody that is not deleted, with its document. */
  allOf(userId: string): AsyncIterable<EditorProjectDetail>
  /** For the deletion of an account; the files go with all uploads. Safe to repeat. */
  removeAllOf(userId: string): Promise<void>
  /** Every minute or so (role cron): what was deleted an hour ago. */
  sweep(): Promise<void>
}

/** Eight of the largest documents; each takes a thread a fifth of a second. */
const CHARACTERS_A_MINUTE = 8 * EDITOR_PROJECT_LIMITS.documentBytes

/** Builds the part of the domain that keeps what people work on in the image editor. */
export function createProjects({
  readingLimit = CHARACTERS_A_MINUTE,
  ...deps
}: {
  db: Db
  media: Media
  uploads: Uploads
  /** Characters of documents that one person may save in a minute. */
  readingLimit?: number | undefined
}): Projects {
  const { db, uploads } = deps
  const budget = createWorkBudget(readingLimit)
  const { editorProjects } = api
  return {
    routes: [
      route(editorProjects.list, async ({ caller }) => ({
        results: await listProjects(deps, caller.userId),
      })),
      route(
        editorProjects.uploadFile,
        ({ caller: { userId }, query: { kind }, file, signal }) =>
          uploads.addProjectFile({ userId, file, signal, isExact: kind === 'layer' }),
        { admit: (caller) => uploads.admit(caller) },
      ),
      route(editorProjects.detail, ({ caller, params }) =>
        readProject(deps, caller.userId, params.id),
      ),
      routeOfLargeBody(
        editorProjects.save,
        readWithin(budget),
        async ({ caller, params, body }) => {
          const { project, isNew } = await saveProject(deps, caller.userId, {
            ...body,
            id: params.id,
          })
          return new Reply(isNew ? 201 : 200, project)
        },
      ),
      route(editorProjects.rename, ({ caller, params, body }) =>
        renameProject(deps, caller.userId, { id: params.id, name: body.name }),
      ),
      route(editorProjects.remove, async ({ caller, params }) => {
        await removeProject(deps, caller.userId, params.id)
        return null
      }),
      route(editorProjects.restore, ({ caller, params }) =>
        restoreProject(deps, caller.userId, params.id),
      ),
    ],
    allOf: (userId) => projectsOf(deps, userId),
    async removeAllOf(userId) {
      await db.kysely.deleteFrom('editor_projects').where('user_id', '=', userId).execute()
    },
    sweep: () => sweepProjects(deps),
  }
}
