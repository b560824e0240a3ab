import { invalidField } from '#server/platform/errors.ts'
import type { AccountsContext } from './types.ts'

/**
 * Takes the proof of work of a stranger, where the operator wants one.
 * @throws {AppError} `invalid` for none, and for one that is wrong, over or was shown before
 */
export async function requireWork(
  { config, work }: Pick<AccountsContext, 'config' | 'work'>,
  altcha: string | undefined,
): Promise<void> {
  if (!config.proofOfWork) return
  if (altcha === undefined || !(await work.redeem(altcha)))
    throw invalidField('altcha', 'The check against automated requests failed. Please try again.')
}
