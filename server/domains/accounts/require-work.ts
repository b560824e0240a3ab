import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
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
  // Pages solve one unasked; this is read by those who write a program.
  if (altcha === undefined) throw invalidField('altcha', t('accounts.solveChallenge'))
  if (!(await work.redeem(altcha))) throw invalidField('altcha', t('accounts.challengeFailed'))
}
