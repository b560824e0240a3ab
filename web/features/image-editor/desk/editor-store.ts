import { create } from 'zustand'
import { EDITOR_DOCUMENT_LIMITS } from '#contract/values/editor-document.ts'
import { randomId } from '#web/lib/random-id.ts'
import {
  newDocument,
  type EditorDocument,
  assetsOf,
  type Operation,
  type Pending,
} from './document/document.ts'
import { canRedo, canUndo, excess, fold, push, redo, stateOf, undo } from './document/history.ts'
import { readDocument } from './document/read-document.ts'
import {
  forget,
  keep,
  readKept,
  readKeptAsset,
  readKeptLink,
  readKeptPreview,
} from './keep/database.ts'
import { isSameLink, type KeptLink, keptLink, readLink, setLink } from './keep/project-link.ts'
import { contextOf, copyOf } from './pixels/canvas.ts'
import { canvasFile, withTexts } from './pixels/files.ts'
import { paintSelection, type Selection } from './pixels/paint-selection.ts'
import { createPixels } from './pixels/render-pixels.ts'

/** Longest edge of what is edited, pixels: larger images are made smaller when they are opened. */
export const MOST_EDGE = EDITOR_DOCUMENT_LIMITS.edge

/** What is shown of a document. */
export interface Picture {
  /** Without its texts. */
  pixels: HTMLCanvasElement
  /** Null where nothing is selected. */
  selection: Selection | null
}

interface Editor {
  /** False until it is known whether something was kept. */
  restored: boolean
  document: EditorDocument | null
  /** Null until it is drawn for the first time. */
  picture: Picture | null
  /** A document of a version that this page does not know: it is shown and not changed. */
  foreign: Blob | null
  /** What went wrong: the file cannot be read, or drawing failed. */
  failed: 'unreadable' | 'drawing' | null
  /** Whether the browser keeps what is done. */
  kept: boolean
}

export const useEditor = create<Editor>()(() => ({
  restored: false,
  document: null,
  picture: null,
  foreign: null,
  failed: null,
  kept: true,
}))

const files = new Map<string, Blob>()
const pixels = createPixels(async (asset) => {
  const file = files.get(asset)
  if (!file) throw new Error(`The document has no file ${asset}`)
  return createImageBitmap(file)
})

/** What the browser's store holds. */
let kept: { document: EditorDocument; link: KeptLink | null } | null = null
/** Number of the newest drawing: an older one that ends after it is not shown. */
let drawing = 0

/** Keeps a file for the document. @returns the name by which the document refers to it */
export function addFile(file: Blob): string {
  const asset = randomId()
  files.set(asset, file)
  return asset
}

/** Opens an image: a file of this device or of the app. */
export async function openFile(file: Blob, name: string): Promise<void> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MOST_EDGE / Math.max(image.width, image.height))
    const width = Math.max(1, Math.round(image.width * scale))
    const height = Math.max(1, Math.round(image.height * scale))
    const context = contextOf(width, height)
    context.drawImage(image, 0, 0, width, height)
    image.close()
    // What turns upright or smaller is kept as it is seen; PNG loses nothing.
    const isAsSeen = scale === 1 && file.type === 'image/png'
    files.clear()
    const asset = addFile(isAsSeen ? file : await canvasFile(context.canvas))
    const document = newDocument(asset, name.replace(/\.\w{1,5}$/, '') || 'image', {
      width,
      height,
    })
    setLink(null, null)
    await begin(document)
  } catch {
    useEditor.setState({ failed: 'unreadable' })
  }
}

/** Opens a document with its files, such as one that the server has. */
export async function openDocument(
  document: EditorDocument,
  itsFiles: ReadonlyMap<string, Blob>,
): Promise<void> {
  files.clear()
  for (const [asset, file] of itsFiles) files.set(asset, file)
  await begin(document)
}

async function begin(document: EditorDocument): Promise<void> {
  useEditor.setState({ foreign: null, failed: null, picture: null })
  await show(document)
}

/** Renames the document. Undo does not bring the old name back. */
export function rename(name: string): void {
  useEditor.setState(({ document }) => ({ document: document && { ...document, name } }))
}

/** Adds an operation to the document and draws it. */
export async function act(operation: Operation, options?: { merged: boolean }): Promise<void> {
  const { document } = useEditor.getState()
  // What was ordered belongs into the image as it is now.
  if (!document || document.pending !== null) return
  await show(await fit(push(document, operation, options)))
}

export const undoLast = (): Promise<void> => step(canUndo, undo)

export const redoLast = (): Promise<void> => step(canRedo, redo)

async function step(
  can: (document: EditorDocument) => boolean,
  change: (document: EditorDocument) => EditorDocument,
): Promise<void> {
  const { document } = useEditor.getState()
  if (document && document.pending === null && can(document)) await show(change(document))
}

/** Sets how soft the edges of the selection are. Undo does not change it. */
export function setFeather(feather: number): void {
  useEditor.setState(({ document }) => ({ document: document && { ...document, feather } }))
}

/** Sets the order that the document waits for; null once its result has come or never will. */
export function setPending(pending: Pending | null): void {
  useEditor.setState(({ document }) => ({ document: document && { ...document, pending } }))
}

/** A file of the document. */
export const fileOf = (asset: string): Blob | undefined => files.get(asset)

/** Closes the document; it is not kept any more. */
export async function closeDocument(): Promise<void> {
  files.clear()
  kept = null
  setLink(null, null)
  drawing++
  useEditor.setState({ document: null, picture: null, foreign: null, failed: null })
  await forget().catch(() => undefined)
}

/** The image with its texts, as it is seen. */
export function flatten(): HTMLCanvasElement | null {
  const { document, picture } = useEditor.getState()
  return document && picture ? withTexts(picture.pixels, stateOf(document).texts) : null
}

/** The image before anything was done to it. */
export async function original(): Promise<HTMLCanvasElement | null> {
  const { document } = useEditor.getState()
  if (!document) return null
  const before = { ...document, done: 0 }
  const state = stateOf(before)
  return withTexts(await pixels.render(before, state), state.texts)
}

/** Resolves when the picture shows the document. */
let showing: Promise<void> = Promise.resolve()

/** Waits until the picture is as the document says. */
export const drawn = (): Promise<void> => showing

function show(document: EditorDocument): Promise<void> {
  useEditor.setState({ document })
  showing = draw(document)
  return showing
}

async function draw(document: EditorDocument): Promise<void> {
  const own = ++drawing
  try {
    const state = stateOf(document)
    const canvas = await pixels.render(document, state)
    const before = useEditor.getState().picture?.selection ?? null
    const selection =
      state.selection.length === 0
        ? null
        : await paintSelection(state.selection, canvas, fileOf, before)
    // Something else was done meanwhile, and is being drawn.
    if (own === drawing) useEditor.setState({ picture: { pixels: canvas, selection } })
  } catch {
    if (own === drawing) useEditor.setState({ failed: 'drawing' })
  }
}

/** Makes what is too much of the history a part of the base. */
async function fit(document: EditorDocument): Promise<EditorDocument> {
  const count = excess(document, (asset) => files.get(asset)?.size ?? 0)
  if (count === 0) return document
  const before = { ...document, done: count }
  const canvas = await pixels.render(before, stateOf(before))
  return fold(document, count, addFile(await canvasFile(canvas)))
}

/** Reads what this browser has kept, once. */
export async function restore(): Promise<void> {
  if (useEditor.getState().restored) return
  const read = readDocument(await readKept().catch(() => undefined))
  // Somebody was quicker and has opened something.
  if (useEditor.getState().document !== null || read === null) {
    useEditor.setState({ restored: true })
    return
  }
  if (read.kind === 'unknown') {
    const preview = await readKeptPreview().catch(() => undefined)
    useEditor.setState({ restored: true, foreign: preview ?? new Blob() })
    return
  }
  for (const asset of assetsOf(read.document)) {
    const file = await readKeptAsset(asset).catch(() => undefined)
    if (file) files.set(asset, file)
  }
  if (files.has(read.document.base.asset)) {
    const link = readLink(await readKeptLink().catch(() => undefined))
    setLink(link, link?.isSaved ? read.document : null)
    kept = { document: read.document, link: keptLink(read.document) }
    await show(read.document)
  }
  useEditor.setState({ restored: true })
}

/** Longest edge of the preview that is kept, pixels. */
const PREVIEW_EDGE = 1024

/** While a pen is down nothing is written: the line would falter. */
let isPenDown = false

export const setPenDown = (isDown: boolean): void => void (isPenDown = isDown)

/** Keeps the document as it is now, if it has changed. A later version of this page can at least show its preview. */
export async function save(): Promise<void> {
  const { document, picture } = useEditor.getState()
  if (!document || !picture || isPenDown) return
  const link = keptLink(document)
  if (kept?.document === document && isSameLink(kept.link, link)) return
  const needed = assetsOf(document)
  for (const asset of files.keys()) if (!needed.has(asset)) files.delete(asset)
  const scale = PREVIEW_EDGE / Math.max(picture.pixels.width, picture.pixels.height)
  const copy = copyOf(picture.pixels, scale < 1 ? 2 ** Math.ceil(Math.log2(scale)) : 1)
  const preview = await canvasFile(copy, 'image/webp').catch(() => null)
  try {
    await keep(document, files, { preview, link })
    kept = { document, link }
    useEditor.setState({ kept: true })
  } catch {
    useEditor.setState({ kept: false })
  }
}
