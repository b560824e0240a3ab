import type {
  EditorBox,
  EditorDocument,
  EditorText,
  PixelStep,
  SelectionStep,
} from '#contract/editor-document.ts'
import { EDITOR_DOCUMENT_VERSION } from '#contract/values/editor-document.ts'

/** What the server keeps, too; this is the one place of the editor that names it. */
export type {
  EditorBox as Box,
  EditorDocument,
  EditorOperation as Operation,
  EditorPadding as Padding,
  EditorPending as Pending,
  EditorPoint as Point,
  EditorText as TextLayer,
  PixelStep,
  SelectionStep,
} from '#contract/editor-document.ts'
export { assetsOf } from '#contract/editor-assets.ts'
export { EDITOR_DOCUMENT_VERSION as DOCUMENT_VERSION } from '#contract/values/editor-document.ts'

/** What is there after some operations. */
export interface DocumentState {
  width: number
  height: number
  /** What is done to the base's pixels. */
  pixels: readonly PixelStep[]
  texts: readonly EditorText[]
  selection: readonly SelectionStep[]
}

/** Longest name that a document may have. */
const MOST_LETTERS = 200

export function newDocument(
  asset: string,
  name: string,
  { width, height }: Pick<EditorBox, 'width' | 'height'>,
): EditorDocument {
  return {
    version: EDITOR_DOCUMENT_VERSION,
    name: name.trim().slice(0, MOST_LETTERS).trim() || 'image',
    base: { asset, width, height, texts: [], selection: [] },
    operations: [],
    done: 0,
    feather: 0,
    pending: null,
  }
}
