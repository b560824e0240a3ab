import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { EditorDocument } from './editor-document.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'
import { EDITOR_PROJECT_LIMITS } from './values/editor-projects.ts'

const { projects, name, documentBytes, fileBytes, undoMinutes } = EDITOR_PROJECT_LIMITS

/** What lists say of a project. */
export const EditorProject = z.object({
  id: Id,
  name: z.string(),
  /** Version of its document. A document of a version that the page does not know is shown and not changed. */
  version: z.number(),
  /** Counts what was saved. */
  revision: z.number().int(),
  /** Root-relative and signed; null: there is none. */
  preview: z.string().nullable(),
  /** Size of its files. */
  bytes: z.number().int(),
  created_at: Timestamp,
  changed_at: Timestamp,
})
export type EditorProject = z.infer<typeof EditorProject>

export const EditorProjectDetail = EditorProject.extend({
  /** An `EditorDocument` if its version is known; with another version it may have any form. */
  document: z.looseObject({ version: z.number() }),
  /** The files that the document names, by its names: `url` is root-relative and signed, or null where one is gone. */
  files: z.record(z.string(), z.object({ id: Id, url: z.string().nullable() })),
})
export type EditorProjectDetail = z.infer<typeof EditorProjectDetail>

/** A file of a project, as it is named when the project is saved. */
export const EditorFile = z.object({
  id: Id,
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
})

export const editorProjects = {
  list: endpoint({
    ...routes.editorProjects.list,
    access: 'user',
    summary: 'Own projects of the image editor, the one that was changed last first',
    response: z.object({ results: z.array(EditorProject) }),
  }),
  detail: endpoint({
    ...routes.editorProjects.detail,
    access: 'user',
    summary: 'A project with its document and its files',
    params: IdParams,
    response: EditorProjectDetail,
  }),
  uploadFile: endpoint({
    ...routes.editorProjects.uploadFile,
    access: 'user',
    summary:
      'Send a file that a project will name; its pixels are kept exactly, and it is deleted within a day if no project names it',
    /** `preview`: it may lose what no eye sees. */
    query: z.object({ kind: z.enum(['layer', 'preview']).default('layer') }),
    file: { field: 'image', maxBytes: fileBytes },
    response: EditorFile,
    statuses: [201],
    errors: ['email_not_verified', 'storage_full', 'conflict', 'throttled', 'unavailable'],
  }),
  save: endpoint({
    ...routes.editorProjects.save,
    access: 'user',
    summary: `Save a document where the newest one is still of the revision that is named; 0 makes a project of this id, of which a person may have ${projects}. The answer 409 names the newest revision`,
    params: IdParams,
    body: z.strictObject({
      revision: z.int().min(0),
      document: EditorDocument,
      /** By the document's names, the ids that `upload_file` answered. */
      files: z.record(z.uuid(), Id.max(60)),
      /** Such an id. */
      preview: Id.max(60).nullable(),
    }),
    maxBodyBytes: documentBytes,
    response: EditorProject,
    statuses: [200, 201],
    errors: ['conflict', 'payload_too_large'],
  }),
  rename: endpoint({
    ...routes.editorProjects.rename,
    access: 'user',
    summary: 'Rename a project',
    params: IdParams,
    body: z.strictObject({ name: z.string().trim().min(1).max(name) }),
    response: EditorProject,
  }),
  remove: endpoint({
    ...routes.editorProjects.remove,
    access: 'user',
    summary: `Delete a project with its files; for ${undoMinutes} minutes it can be brought back`,
    params: IdParams,
    response: Nothing,
  }),
  restore: endpoint({
    ...routes.editorProjects.restore,
    access: 'user',
    summary: 'Bring a project back that was deleted within the last hour',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: EditorProject,
    errors: ['conflict'],
  }),
}
