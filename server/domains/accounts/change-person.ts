import type { Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { OPERATOR_IP } from './manage-users.ts'
import { lockUser, type UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'
import { markVerified } from './verify-email.ts'

const CHANGEABLE = ['first_name', 'last_name', 'is_staff', 'is_admin'] as const

/** What an administrator changes of a person; left out: unchanged. */
export type PersonChanges = {
  [Field in (typeof CHANGEABLE)[number]]?: UserRow[Field] | undefined
} & { email_verified?: true | undefined }

/** Each field that changed, with both values. */
export type PersonChange = Record<string, { from: unknown; to: unknown }>

/**
 * Changes the name or the roles of a person, or confirms their address.
 * @returns what changed; empty where everything was so already
 * @throws {AppError} `not_found`; `conflict` for a role of somebody who is banned, or who has not confirmed their address
 */
export async function changePerson(
  context: Pick<AccountsContext, 'onEmailVerified'>,
  tx: Tx,
  userId: string,
  wanted: PersonChanges,
): Promise<PersonChange> {
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user || user.closing_at) throw notFound()
  const changed = CHANGEABLE.filter(
    (field) => wanted[field] !== undefined && wanted[field] !== user[field],
  )
  const isConfirmed = wanted.email_verified === true && !user.email_verified_at
  if (changed.length === 0 && !isConfirmed) return {}
  const getsRole = changed.some((field) => wanted[field] === true)
  if ((getsRole || isConfirmed) && user.banned_at)
    throw userError('conflict', t('console.liftBanFirst'))
  if (getsRole && !user.email_verified_at && !isConfirmed)
    throw userError('conflict', t('console.emailNotConfirmed'))
  if (isConfirmed) await markVerified(context, tx, user.id, OPERATOR_IP)
  if (changed.length > 0)
    await tx
      .updateTable('users')
      .set(Object.fromEntries(changed.map((field) => [field, wanted[field]])))
      .where('id', '=', user.id)
      .execute()
  return {
    ...Object.fromEntries(
      changed.map((field) => [field, { from: user[field], to: wanted[field] }]),
    ),
    ...(isConfirmed && { email_verified: { from: false, to: true } }),
  }
}
