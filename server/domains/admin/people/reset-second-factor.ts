import type { Accounts } from '#server/domains/accounts/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AdminContext } from '../context.ts'

/**
 * Takes the second factor from a person who has lost it, and writes down who did.
 * @throws {AppError} `not_found`; `conflict` where there is none, and for one's own: whoever has the session of an administrator would not need a code
 */
export async function resetSecondFactor(
  { db, accounts }: Pick<AdminContext, 'db'> & { accounts: Pick<Accounts, 'resetSecondFactor'> },
  { actorId, userId, reason }: { actorId: string; userId: string; reason: string },
): Promise<void> {
  if (actorId === userId) throw userError('conflict', t('console.ownSecondFactor'))
  await transact(db, async (tx) => {
    await accounts.resetSecondFactor(tx, userId)
    const event = { actorId, action: 'second_factor_reset', userId, subject: userId } as const
    await recordAuditEvent(tx, { ...event, reason })
  })
}
