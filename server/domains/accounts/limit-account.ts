import { type Selectable, sql } from 'kysely'
import type { AccountLimit } from '#contract/account-limits.ts'
import { type Database, type Reader, statement, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { limitedMail, unlimitedMail } from './mails.ts'
import { siteOfUser } from './site.ts'
import { lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'

type LimitRow = Selectable<Database['account_limits']>
type LimitDeps = Pick<AccountsContext, 'config' | 'mailer' | 'onStandingChanged'>

export interface Limited {
  limit: AccountLimit
  limitId: string
}

const present = (row: LimitRow): AccountLimit => ({
  user: row.user_id,
  reason: row.reason,
  limited_at: row.created_at.toISOString(),
  lifted_at: row.lifted_at?.toISOString() ?? null,
})

/** Everything that a person was limited for, oldest first. */
export async function limitsOf(reader: Reader, userId: string): Promise<AccountLimit[]> {
  const rows = await reader
    .selectFrom('account_limits')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/** The limit that holds now; null: none. */
export async function limitOf(
  reader: Reader,
  userId: string,
): Promise<{ id: string; reason: string; since: Date } | null> {
  const row = await reader
    .selectFrom('account_limits')
    .select(['id', 'reason', 'created_at'])
    .where('user_id', '=', userId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id, reason: row.reason, since: row.created_at } : null
}

/** The answer to somebody who may not order, publish or buy. */
export const accountLimited = () => userError('account_limited', t('accounts.accountLimited'))

const IS_LIMITED = statement<{ id: string }>(
  'select id from account_limits where user_id = $1 and lifted_at is null',
)

/** Asked with every order, so it is one look at an index that is nearly empty. */
export async function isLimited(reader: Reader, userId: string): Promise<boolean> {
  return (await IS_LIMITED.run(reader, [userId])).length > 0
}

/** @throws {AppError} `account_limited` */
export async function requireUnlimited(reader: Reader, userId: string): Promise<void> {
  if (await isLimited(reader, userId)) throw accountLimited()
}

async function limitOne(
  { config, mailer }: LimitDeps,
  tx: Tx,
  { userId, reason }: { userId: string; reason: string },
): Promise<Limited> {
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user || user.closing_at) throw notFound()
  if (user.is_staff || user.is_admin) {
    throw userError('permission_denied', t('accounts.staffNotLimited'))
  }
  if (user.banned_at) throw userError('conflict', t('accounts.bannedAlready'))
  if (user.limited_at) throw userError('conflict', t('accounts.limitedAlready'))
  await tx
    .updateTable('users')
    .set({ limited_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute()
  const row = await tx
    .insertInto('account_limits')
    .values({ user_id: user.id, reason, lifted_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await mailer.send(tx, limitedMail(siteOfUser(user, config), user.email, { reason }))
  return { limit: present(row), limitId: row.id }
}

/**
 * Keeps people from ordering, publishing and buying, in the caller's transaction. They still log in, read, download, export
 * and delete. Sends each the mail that says why.
 * @throws {AppError} `not_found`; `conflict` for somebody limited or banned already; `permission_denied` for staff
 */
export async function limitAccounts(
  deps: LimitDeps,
  tx: Tx,
  { userIds, reason }: { userIds: readonly string[]; reason: string },
): Promise<Limited[]> {
  const limits: Limited[] = []
  for (const userId of userIds) limits.push(await limitOne(deps, tx, { userId, reason }))
  await deps.onStandingChanged(tx, userIds)
  return limits
}

/** Ends that, in the caller's transaction. @throws {AppError} `not_found`; `conflict` for somebody who is not limited */
export async function unlimitAccount(
  { config, mailer, onStandingChanged }: LimitDeps,
  tx: Tx,
  userId: string,
): Promise<Limited> {
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user) throw notFound()
  const row = await tx
    .updateTable('account_limits')
    .set({ lifted_at: sql<Date>`now()` })
    .where('user_id', '=', user.id)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw userError('conflict', t('accounts.notLimited'))
  await tx.updateTable('users').set({ limited_at: null }).where('id', '=', user.id).execute()
  await onStandingChanged(tx, [user.id])
  await mailer.send(tx, unlimitedMail(siteOfUser(user, config), user.email))
  return { limit: present(row), limitId: row.id }
}
