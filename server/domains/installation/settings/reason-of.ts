import { OperatorError } from '#lib/operator-error.ts'
import type { Said } from '#server/texts/index.ts'

/** Tells the administrator who entered settings why a service does not work with them. */
export function reasonOf(error: unknown): Said {
  if (error instanceof OperatorError && error.text !== null) return error.text
  return error instanceof Error ? error.message : String(error)
}
