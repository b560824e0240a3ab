import { EDITOR_DOCUMENT_LIMITS } from '#contract/values/editor-document.ts'
import { apply } from './apply.ts'
import type { DocumentState, EditorDocument, Operation } from './document.ts'

/** Operations that can be taken back, at most. */
export const MOST_OPERATIONS = EDITOR_DOCUMENT_LIMITS.operations
/** Of all files that a document needs. */
export const MOST_BYTES = EDITOR_DOCUMENT_LIMITS.bytes

/** What is there after the first `done` operations. */
export function stateOf({
  base,
  operations,
  done,
}: Pick<EditorDocument, 'base' | 'operations' | 'done'>): DocumentState {
  const { width, height, texts, selection } = base
  const first: DocumentState = { width, height, pixels: [], texts, selection }
  return operations.slice(0, done).reduce(apply, first)
}

/**
 * Does one more thing; what was taken back before is gone.
 *
 * @param options.merged in the place of the last one if that was of the same text, as its next letter
 */
export function push(
  document: EditorDocument,
  operation: Operation,
  { merged } = { merged: false },
): EditorDocument {
  const kept = document.operations.slice(0, document.done)
  const isMerged = merged && isOfOneText(kept.at(-1), operation)
  const operations = [...(isMerged ? kept.slice(0, -1) : kept), operation]
  return { ...document, operations, done: operations.length }
}

const isOfOneText = (before: Operation | undefined, after: Operation): boolean =>
  before?.kind === 'text' && after.kind === 'text' && before.layer.id === after.layer.id

export const canUndo = ({ done }: EditorDocument): boolean => done > 0

export const canRedo = ({ done, operations }: EditorDocument): boolean => done < operations.length

export const undo = (document: EditorDocument): EditorDocument =>
  canUndo(document) ? { ...document, done: document.done - 1 } : document

export const redo = (document: EditorDocument): EditorDocument =>
  canRedo(document) ? { ...document, done: document.done + 1 } : document

/**
 * How many of the oldest operations have to become a part of the base.
 *
 * @param bytesOf size of a file
 */
export function excess(document: EditorDocument, bytesOf: (asset: string) => number): number {
  const { operations, done } = document
  let first = Math.max(0, operations.length - MOST_OPERATIONS)
  const bytes = (from: number): number =>
    operations
      .slice(from)
      .reduce(
        (sum, one) =>
          sum + (one.kind === 'paste' || one.kind === 'extend' ? bytesOf(one.asset) : 0),
        0,
      )
  while (first < operations.length && bytes(first) > MOST_BYTES) first++
  // What was taken back is not made a part of it.
  return Math.min(first, done)
}

/**
 * Makes the oldest operations a part of the base, so that they cannot be taken back any more.
 *
 * @param asset the file of the pixels after them
 */
export function fold(document: EditorDocument, count: number, asset: string): EditorDocument {
  const { width, height, texts, selection } = stateOf({ ...document, done: count })
  return {
    ...document,
    base: { asset, width, height, texts, selection },
    operations: document.operations.slice(count),
    done: document.done - count,
  }
}
