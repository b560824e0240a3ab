export const EDITOR_PROJECT_LIMITS = {
  /** Most projects of one person. */
  projects: 100,
  name: 200,
  /** Largest document, as JSON. */
  documentBytes: 4 * 1024 * 1024,
  /** Largest file of a document. */
  fileBytes: 64 * 1024 * 1024,
  /** For which a deleted one can be brought back. */
  undoMinutes: 60,
} as const
