/**
 * What the editor works on: an image and the list of what was done to it. Plain JSON; files (the image, what came from a
 * job) are named by ids and kept beside it.
 */

/** Of documents that this code writes and reads. Others are shown and not changed. */
export const DOCUMENT_VERSION = 1

export interface Point {
  x: number
  y: number
}

/** Whole pixels of the image. */
export interface Box extends Point {
  width: number
  height: number
}

export interface Padding {
  left: number
  top: number
  right: number
  bottom: number
}

export interface TextLayer {
  id: string
  text: string
  /** Of its upper left corner, around which it is turned. */
  x: number
  y: number
  /** Height of its letters, pixels of the image. */
  size: number
  /** `#rrggbb` */
  color: string
  bold: boolean
  /** Degrees clockwise. */
  rotation: number
}

/** What changes which part of the image is selected; it is drawn over what was selected before. */
export type SelectionStep =
  | { kind: 'brush'; erase: boolean; size: number; points: Point[] }
  | { kind: 'lasso'; erase: boolean; points: Point[] }
  | { kind: 'rectangle'; erase: boolean; box: Box }
  /** What is connected to a place and looks like it; `tolerance` 0 to 255, `edges`: it ends at outlines, too. */
  | { kind: 'magic'; erase: boolean; at: Point; tolerance: number; edges: boolean }
  | { kind: 'invert' }
  | { kind: 'clear' }

/** What changes the image's pixels. */
export type PixelStep =
  /** A file is laid over a part of the image. */
  | { kind: 'paste'; asset: string; box: Box }
  /** Space is added, and a file of the new size is laid under the image. */
  | { kind: 'extend'; asset: string; padding: Padding }
  | { kind: 'crop'; box: Box }
  /** Quarters of a turn clockwise. */
  | { kind: 'turn'; quarters: 1 | 2 | 3 }
  | { kind: 'flip'; axis: 'across' | 'down' }
  /** Turned clockwise by some degrees and cut to the largest part of the same shape. */
  | { kind: 'straighten'; degrees: number }
  /** 0 to 255, and the exponent of what lies between. */
  | { kind: 'levels'; black: number; white: number; gamma: number }
  | { kind: 'resize'; width: number; height: number }

export type TextStep =
  /** A layer that is new, or in the place of the one with its id. */
  { kind: 'text'; layer: TextLayer } | { kind: 'remove-text'; id: string }

export type Operation = SelectionStep | PixelStep | TextStep

/** What is there after some operations. */
export interface DocumentState {
  width: number
  height: number
  /** What is done to the base's pixels. */
  pixels: readonly PixelStep[]
  texts: readonly TextLayer[]
  selection: readonly SelectionStep[]
}

/** A job whose result belongs into the document. */
export type Pending =
  | { job: string; kind: 'paste'; box: Box; mask: string }
  | { job: string; kind: 'extend'; padding: Padding }

export interface EditorDocument {
  version: typeof DOCUMENT_VERSION
  /** Without its ending. */
  name: string
  /** Before all operations; its pixels are those of a file. */
  base: { asset: string } & Omit<DocumentState, 'pixels'>
  operations: readonly Operation[]
  /** How many of them are done; the others were taken back. */
  done: number
  /** How soft the edge of what is selected is, pixels. */
  feather: number
  /** What was ordered and has not come back; nothing else is done meanwhile. */
  pending: Pending | null
}

export function newDocument(
  asset: string,
  name: string,
  { width, height }: Pick<Box, 'width' | 'height'>,
): EditorDocument {
  return {
    version: DOCUMENT_VERSION,
    name,
    base: { asset, width, height, texts: [], selection: [] },
    operations: [],
    done: 0,
    feather: 0,
    pending: null,
  }
}

/** The files that a document needs. */
export function assetsOf({ base, operations, pending }: EditorDocument): Set<string> {
  return new Set([
    base.asset,
    ...(pending?.kind === 'paste' ? [pending.mask] : []),
    ...operations.flatMap((one) =>
      one.kind === 'paste' || one.kind === 'extend' ? [one.asset] : [],
    ),
  ])
}
