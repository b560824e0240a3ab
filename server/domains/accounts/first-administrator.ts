import { sql } from 'kysely'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { checkNewPassword } from './password-policy.ts'
import { people } from './relations.ts'
import { openSession } from './sessions.ts'
import { insertUser } from './store.ts'
import type { AccountsContext } from './types.ts'
import { markVerified } from './verify-email.ts'

export interface FirstAdministrator {
  email: string
  password: string
  firstName: string
  lastName: string
  ip: string
  userAgent: string | null
}

/** Whether somebody may use the console. */
export async function hasAdministrator(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom(people.as('person'))
    .select('person.id')
    .where('person.is_admin', '=', true)
    .where('person.closing_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Opens the account of the first administrator, with a confirmed address, and signs them in.
 * @param onOpened runs in the same transaction
 * @returns the session's key; null when there is an administrator already
 * @throws {AppError} `invalid` for the password, `conflict` when the address has an account
 */
export async function openFirstAdministrator(
  context: AccountsContext,
  { email, password, firstName, lastName, ip, userAgent }: FirstAdministrator,
  onOpened: (tx: Tx) => Promise<void>,
): Promise<string | null> {
  await checkNewPassword('password', { password, repeated: password, email })
  const passwordHash = await context.hasher.hash(password)
  return transact(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(tx)
    if (await hasAdministrator(tx)) return null
    const user = await insertUser(tx, { email, firstName, lastName, passwordHash, admin: true })
    if (!user) throw userError('conflict', t('console.emailTaken'))
    await markVerified(context, tx, user.id, ip)
    await onOpened(tx)
    return openSession(tx, user.id, userAgent)
  })
}
