/** Version of the documents that are written today. */
export const EDITOR_DOCUMENT_VERSION = 1

export const EDITOR_DOCUMENT_LIMITS = {
  /** Operations that can be taken back. */
  operations: 200,
  /** Bytes of all files that can be taken back. */
  bytes: 256 * 2 ** 20,
  /** Longest edge of the image, pixels. */
  edge: 4096,
  /** Most points of a stroke. */
  points: 50_000,
  texts: 500,
  /** Strokes that are still a part of what is selected after their operations became a part of the base. */
  strokes: 5000,
} as const
