import type { Accounts, PersonChanges } from '#server/domains/accounts/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AdminContext } from '../context.ts'

/**
 * Changes the name or the roles of a person, and writes down who did.
 * @throws {AppError} `not_found`; `conflict` for administrators who would take the role from themselves, and as the domain of accounts does
 */
export async function changePerson(
  { db, accounts }: AdminContext & { accounts: Pick<Accounts, 'change'> },
  {
    actorId,
    userId,
    reason,
    ...wanted
  }: PersonChanges & { actorId: string; userId: string; reason: string },
): Promise<void> {
  // So that there is always one who can give it back.
  if (actorId === userId && wanted.is_admin === false)
    throw userError('conflict', t('console.askAnotherAdministrator'))
  await transact(db, async (tx) => {
    const data = await accounts.change(tx, userId, wanted)
    if (Object.keys(data).length === 0) return
    const event = { actorId, action: 'person_changed', userId, subject: userId } as const
    await recordAuditEvent(tx, { ...event, reason, data })
  })
}
