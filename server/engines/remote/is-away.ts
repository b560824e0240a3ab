import { RemoteError } from './remote-error.ts'

/** Whether a call got no answer, one that nobody can read, or one that says to come again. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false
  const { status } = error
  return status === null || status === 408 || status === 429 || status >= 500
}
