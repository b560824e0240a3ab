import type { Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { close } from './close-account.ts'
import { findUserById } from './store.ts'
import type { AccountsContext } from './types.ts'

/**
 * Deletes the account of somebody else, who is told by email; one that is deleted already is left as it is.
 * @param input.email address that the account has to have, typed by the administrator
 * @param input.note writes down who did it, in the transaction that does
 * @throws {AppError} `not_found`; `invalid` for another address; `permission_denied` for staff
 */
export async function closePerson(
  context: AccountsContext,
  { userId, email, note }: { userId: string; email: string; note(tx: Tx): Promise<void> },
): Promise<void> {
  const user = isId(userId) ? await findUserById(context.db.kysely, userId) : undefined
  if (!user) throw notFound()
  await close(context, {
    userId,
    async confirm(tx, now) {
      if (now.is_staff || now.is_admin)
        throw userError('permission_denied', t('console.takeRolesFirst'))
      if (now.email.toLowerCase() !== email.trim().toLowerCase())
        throw invalidField('email', t('console.notTheAddress'))
      await note(tx)
    },
  })
}
