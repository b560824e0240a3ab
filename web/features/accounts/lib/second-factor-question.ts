import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import { ApiError } from '#web/lib/api.ts'

/** How a login goes on that was refused for its second factor; null for any other error. */
export function questionOf(error: unknown): SecondFactorQuestion | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null
  return error.body as SecondFactorQuestion
}
