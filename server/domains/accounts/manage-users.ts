import { transact } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { resetSecondFactor } from './second-factor/set-up.ts'
import { closeSessionsOf } from './sessions.ts'
import { findUserByEmail, insertUser, lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'
import { markVerified } from './verify-email.ts'

/** What the operator and tests see of a person. */
export interface UserSummary {
  id: string
  email: string
  emailVerified: boolean
  isStaff: boolean
  isAdmin: boolean
  banned: boolean
}

export interface CreateUser {
  email: string
  password: string
  firstName?: string
  lastName?: string
  verified?: boolean
  staff?: boolean
  admin?: boolean
}

/** Left out: unchanged. */
export interface SetUser {
  email: string
  password?: string
  verified?: true
  staff?: boolean
  admin?: boolean
  /** Takes the second factor away. */
  secondFactor?: false
}

/** The operator acts on this machine. */
export const OPERATOR_IP = '127.0.0.1'

/**
 * Opens an account without the mail and without the rules for passwords, which are the operator's to choose.
 * @throws {AppError} `conflict` when the address has an account
 */
export async function createUser(
  context: AccountsContext,
  input: CreateUser,
): Promise<{ id: string; email: string }> {
  const passwordHash = await context.hasher.hash(input.password)
  return transact(context.db, async (tx) => {
    const user = await insertUser(tx, { ...input, firstName: input.firstName ?? '', passwordHash })
    if (!user) throw userError('conflict', t('console.emailHasAccount', { email: input.email }))
    if (input.verified) await markVerified(context, tx, user.id, OPERATOR_IP)
    return { id: user.id, email: user.email }
  })
}

/**
 * Changes an account. A new password ends its sessions.
 * @throws {AppError} `not_found`
 */
export async function setUser(context: AccountsContext, input: SetUser): Promise<UserSummary> {
  const { password } = input
  const passwordHash = password === undefined ? undefined : await context.hasher.hash(password)
  await transact(context.db, async (tx) => {
    const found = await findUserByEmail(tx, input.email)
    const user = found && (await lockUser(tx, found.id))
    if (!user) throw notFound()
    const changes = {
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      ...(input.staff !== undefined && { is_staff: input.staff }),
      ...(input.admin !== undefined && { is_admin: input.admin }),
    }
    if (Object.keys(changes).length > 0) {
      await tx.updateTable('users').set(changes).where('id', '=', user.id).execute()
    }
    if (passwordHash !== undefined) await closeSessionsOf(tx, user.id)
    if (input.verified) await markVerified(context, tx, user.id, OPERATOR_IP)
    if (input.secondFactor === false) await resetSecondFactor(context, tx, user.id)
  })
  const summary = await findUser(context, input.email)
  if (!summary) throw notFound()
  return summary
}

/** Finds an account by its e-mail, in any spelling. */
export async function findUser(
  { db }: Pick<AccountsContext, 'db'>,
  email: string,
): Promise<UserSummary | null> {
  const user = await findUserByEmail(db.kysely, email)
  if (!user) return null
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.email_verified_at !== null,
    isStaff: user.is_staff,
    isAdmin: user.is_admin,
    banned: user.banned_at !== null,
  }
}
