import { api, ApiError, call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { randomId } from '#web/lib/random-id.ts'
import { assetsOf, type EditorDocument } from '../document/document.ts'
import { stateOf } from '../document/history.ts'
import { drawn, fileOf, flatten, useEditor } from '../editor-store.ts'
import { shrunken } from '../pixels/canvas.ts'
import { canvasFile } from '../pixels/files.ts'
import { isSaved, type ProjectLink, setLink, useProject } from './project-link.ts'

/** Longest edge of what lists show, pixels. */
const PREVIEW_EDGE = 512

/** Something was done to it; an image that was only opened is no project yet. */
const isWorth = ({ operations, pending }: EditorDocument): boolean =>
  operations.length > 0 || pending !== null

/**
 * Whether the document may be closed because the server has all of it; asks it to save what is left.
 *
 * @param isSignedIn whether there are projects
 */
export async function isKept(isSignedIn: boolean): Promise<boolean> {
  if (!isSignedIn) return false
  await syncProject()
  const { document } = useEditor.getState()
  const { link } = useProject.getState()
  return document !== null && link !== null && isSaved(document)
}

let running: Promise<void> | null = null

/** Saves the document on the server, if it has changed; one save after the other. Never rejects: `useProject` says how it went. */
export function syncProject(): Promise<void> {
  running ??= sync().finally(() => (running = null))
  return running
}

async function sync(): Promise<void> {
  const { document } = useEditor.getState()
  const { link, state } = useProject.getState()
  if (document === null || isSaved(document) || state === 'conflict' || state === 'gone') return
  if (link === null && !isWorth(document)) return
  const target: ProjectLink = link ?? {
    id: randomId(),
    revision: 0,
    files: {},
    preview: null,
  }
  useProject.setState({ link: target, state: 'saving', problem: null })
  try {
    const done = await send(document, target)
    // Another document was opened meanwhile.
    if (useProject.getState().link?.id !== done.id) return
    setLink(done, document)
    if (useEditor.getState().document !== document) useProject.setState({ state: 'behind' })
  } catch (error) {
    if (useProject.getState().link?.id === target.id) complain(error, target)
  }
}

function complain(error: unknown, target: ProjectLink): void {
  if (!(error instanceof ApiError)) {
    useProject.setState({ state: 'failed', problem: null })
    return
  }
  const { revision, changed_at: newer } = (error.body ?? {}) as {
    revision?: number
    changed_at?: string
  }
  if (error.status === 409 && revision !== undefined)
    useProject.setState({ state: 'conflict', newer: newer ?? null })
  else if (error.status === 404 && target.revision > 0) useProject.setState({ state: 'gone' })
  else if (error.status === 401) useProject.setState({ state: 'off' })
  else useProject.setState({ state: 'failed', problem: messageOf(error) })
}

/** Sends what the server has not yet, then the document. */
async function send(document: EditorDocument, target: ProjectLink): Promise<ProjectLink> {
  try {
    return await sendWith(document, target)
  } catch (error) {
    const { files: isMissing } = (error instanceof ApiError ? error.body : {}) as {
      files?: unknown
    }
    if (isMissing === undefined) throw error
    // The server has removed some that it had.
    return sendWith(document, { ...target, files: {}, preview: null })
  }
}

async function sendWith(document: EditorDocument, target: ProjectLink): Promise<ProjectLink> {
  const { id, revision } = target
  const files: Record<string, string> = {}
  for (const asset of assetsOf(document)) {
    const known = target.files[asset]
    files[asset] = known ?? (await sendFile(needed(asset), 'layer'))
    // What has come need not come again, whatever becomes of the rest.
    if (known === undefined) noteFile(id, asset, files[asset])
  }
  const preview = await sendPreview(target)
  const answer = await call(api.editorProjects.save, {
    params: { id },
    body: { revision, document, files, preview },
  })
  return { id, revision: answer.revision, files, preview }
}

function needed(asset: string): Blob {
  const file = fileOf(asset)
  if (!file) throw new Error(`The document has no file ${asset}`)
  return file
}

function noteFile(id: string, asset: string, file: string): void {
  useProject.setState(({ link }) =>
    link?.id === id ? { link: { ...link, files: { ...link.files, [asset]: file } } } : {},
  )
}

async function sendFile(file: Blob, kind: 'layer' | 'preview'): Promise<string> {
  const body = new FormData()
  body.append('image', file, kind)
  return (await call(api.editorProjects.uploadFile, { query: { kind }, body })).id
}

/** What the last preview was made of. */
let shown: { pixels: HTMLCanvasElement; texts: string } | null = null

async function sendPreview({ preview }: ProjectLink): Promise<string | null> {
  await drawn()
  const { document, picture } = useEditor.getState()
  if (!document || !picture) return preview
  const texts = JSON.stringify(stateOf(document).texts)
  if (preview !== null && shown?.pixels === picture.pixels && shown.texts === texts) return preview
  const canvas = flatten()
  if (!canvas) return preview
  const small = shrunken(canvas, PREVIEW_EDGE / Math.max(canvas.width, canvas.height))
  const sent = await sendFile(await canvasFile(small, 'image/webp'), 'preview')
  shown = { pixels: picture.pixels, texts }
  return sent
}
