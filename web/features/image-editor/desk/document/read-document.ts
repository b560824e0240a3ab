import { DOCUMENT_VERSION, type EditorDocument } from './document.ts'

/** What was kept: a document, one of a version that this code does not know, or nothing of use. */
export type ReadDocument =
  | { kind: 'known'; document: EditorDocument }
  | { kind: 'unknown'; version: unknown }
  | null

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isSize = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

/** The place alone: boxes once held the pixels, too, which no server takes. */
function withPlainBox(part: unknown): unknown {
  if (!isObject(part) || !isObject(part['box'])) return part
  const { x, y, width, height } = part['box']
  return { ...part, box: { x, y, width, height } }
}

/** Reads what this browser or the server has kept; it may be of another version of this page, or broken. */
export function readDocument(kept: unknown): ReadDocument {
  if (!isObject(kept) || !('version' in kept)) return null
  if (kept['version'] !== DOCUMENT_VERSION) return { kind: 'unknown', version: kept['version'] }
  const { base, operations, done, name, feather, pending } = kept
  const isWhole =
    typeof name === 'string' &&
    typeof feather === 'number' &&
    (pending === null || (isObject(pending) && typeof pending['job'] === 'string')) &&
    isObject(base) &&
    typeof base['asset'] === 'string' &&
    isSize(base['width']) &&
    isSize(base['height']) &&
    Array.isArray(base['texts']) &&
    Array.isArray(base['selection']) &&
    Array.isArray(operations) &&
    operations.every((one) => isObject(one) && typeof one['kind'] === 'string') &&
    typeof done === 'number' &&
    Number.isInteger(done) &&
    done >= 0 &&
    done <= operations.length
  if (!isWhole) return null
  const document = {
    ...kept,
    operations: operations.map(withPlainBox),
    pending: withPlainBox(pending),
  }
  return { kind: 'known', document: document as unknown as EditorDocument }
}
