import type { EditorProjectDetail } from '#contract/editor-projects.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { randomId } from '#web/lib/random-id.ts'
import type { EditorDocument } from '../document/document.ts'
import { readDocument } from '../document/read-document.ts'
import { openDocument, rename, save, useEditor } from '../editor-store.ts'
import { isSaved, type ProjectLink, setLink, useProject } from './project-link.ts'
import { syncProject } from './sync-project.ts'

/** Why a project can be looked at and not changed: its version is not known here, or so many of its files are gone. */
export type Unopened = { reason: 'version' } | { reason: 'gone'; files: number }

/**
 * Opens a project of the server in the place of what is edited.
 * @returns null when it is open
 * @throws {ApiError} {TransportError}
 */
export async function openProject(id: string): Promise<Unopened | null> {
  return open(await call(api.editorProjects.detail, { params: { id } }))
}

async function open(detail: EditorProjectDetail): Promise<Unopened | null> {
  const read = readDocument(detail.document)
  if (read?.kind !== 'known') return { reason: 'version' }
  const files = await Promise.all(
    Object.entries(detail.files).map(
      async ([asset, { url }]) => [asset, await readFile(url)] as const,
    ),
  )
  const there = files.flatMap(([asset, file]) => (file ? [[asset, file] as const] : []))
  if (there.length < files.length) return { reason: 'gone', files: files.length - there.length }
  // Its name may have been changed in the list.
  const document: EditorDocument = { ...read.document, name: detail.name }
  setLink(linkOf(detail), document)
  await openDocument(document, new Map(there))
  await save()
  return null
}

/** Null where it is gone. */
async function readFile(url: string | null): Promise<Blob | null> {
  if (url === null) return null
  const answer = await fetch(url)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return answer.blob()
}

const linkOf = ({ id, revision, files }: EditorProjectDetail): ProjectLink => ({
  id,
  revision,
  files: Object.fromEntries(Object.entries(files).map(([asset, file]) => [asset, file.id])),
  // One is made again with the next save.
  preview: null,
})

/**
 * Looks whether another device has saved the project meanwhile: its version is taken if nothing was done here, else the two
 * stand against each other. A server that cannot be reached is asked with the next save.
 */
export async function checkProject(): Promise<void> {
  const { link, state } = useProject.getState()
  const { document } = useEditor.getState()
  if (!link || !document || link.revision === 0 || state === 'saving' || state === 'conflict')
    return
  try {
    const detail = await call(api.editorProjects.detail, { params: { id: link.id } })
    const now = useProject.getState()
    // Something was saved while it was asked.
    if (now.link?.id !== link.id || now.link.revision !== link.revision || now.state === 'saving')
      return
    if (detail.revision === link.revision) return
    const current = useEditor.getState().document
    if (current && isSaved(current)) await open(detail)
    // Which also finds that only the answer to the last save was lost.
    else await syncProject()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) useProject.setState({ state: 'gone' })
  }
}

/** What is edited becomes a project of its own. */
export async function keepAsCopy(name: string): Promise<void> {
  const { link } = useProject.getState()
  rename(name)
  setLink({ id: randomId(), revision: 0, files: link?.files ?? {}, preview: null }, null)
  await syncProject()
  await save()
}
