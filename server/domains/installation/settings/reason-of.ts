import { OperatorError } from '#lib/operator-error.ts'
import type { Said } from '#server/texts/index.ts'

/** Why a service does not work with some settings, for the administrator who entered them. */
export function reasonOf(error: unknown): Said {
  if (error instanceof OperatorError && error.text !== null) return error.text
  return error instanceof Error ? error.message : String(error)
}
