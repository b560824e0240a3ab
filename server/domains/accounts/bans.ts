import { type Selectable, sql } from 'kysely'
import type { Ban } from '#contract/admin-people.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { forgetDevices } from './devices.ts'
import { bannedMail, unbannedMail } from './mails.ts'
import type { HiddenPublication } from './schema.ts'
import { closeSessionsOf } from './sessions.ts'
import { siteOfUser } from './site.ts'
import { lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'

type BanRow = Selectable<Database['bans']>
type BanDeps = Pick<AccountsContext, 'config' | 'mailer' | 'onStandingChanged'>

/** What was made of a ban, with what else has to follow. */
export interface Banned {
  ban: Ban
  banId: string
  hidden: readonly HiddenPublication[]
}

const present = (row: BanRow): Ban => ({
  user: row.user_id,
  reason: row.reason,
  banned_at: row.created_at.toISOString(),
  until: row.until?.toISOString() ?? null,
  lifted_at: row.lifted_at?.toISOString() ?? null,
})

/** Everything that a person was banned for, oldest first. */
export async function bansOf(reader: Reader, userId: string): Promise<Ban[]> {
  const rows = await reader
    .selectFrom('bans')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/**
 * Bans a person: from the commit on, no session or login of theirs does anything. Sends the mail that says why.
 * @param input.hide hides what they published, in the same transaction
 * @throws {AppError} `not_found`; `conflict` for somebody banned already; `permission_denied` for staff
 */
export async function banPerson(
  { config, mailer, onStandingChanged }: BanDeps,
  tx: Tx,
  input: {
    userId: string
    reason: string
    until: Date | null
    hide(): Promise<readonly HiddenPublication[]>
  },
): Promise<Banned> {
  const { userId, reason, until } = input
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user || user.closing_at) throw notFound()
  if (user.is_staff || user.is_admin) {
    throw userError('permission_denied', t('console.staffNotBanned'))
  }
  if (user.banned_at) throw userError('conflict', t('accounts.bannedAlready'))
  await tx
    .updateTable('users')
    .set({ banned_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute()
  await onStandingChanged(tx, [user.id])
  await forgetDevices(tx, user.id)
  const hidden = await input.hide()
  const row = await tx
    .insertInto('bans')
    .values({
      user_id: user.id,
      reason,
      until,
      hidden: JSON.stringify(hidden),
      stopped_at: null,
      lifted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await mailer.send(tx, bannedMail(siteOfUser(user, config), user.email, { reason, until }))
  return { ban: present(row), banId: row.id, hidden }
}

/**
 * Lifts the ban of a person. Sessions of before do not come back with it.
 * @throws {AppError} `not_found`; `conflict` for somebody who is not banned
 */
export async function unbanPerson(
  { config, mailer, onStandingChanged }: BanDeps,
  tx: Tx,
  userId: string,
): Promise<Banned> {
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user) throw notFound()
  const row = await tx
    .updateTable('bans')
    .set({ lifted_at: sql<Date>`now()` })
    .where('user_id', '=', user.id)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw userError('conflict', t('console.notBanned'))
  await tx.updateTable('users').set({ banned_at: null }).where('id', '=', user.id).execute()
  await onStandingChanged(tx, [user.id])
  await closeSessionsOf(tx, user.id)
  await mailer.send(tx, unbannedMail(siteOfUser(user, config), user.email))
  return { ban: present(row), banId: row.id, hidden: row.hidden }
}

/** People whose ban has run out. */
export async function expiredBans(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('bans')
    .select('user_id')
    .where('lifted_at', 'is', null)
    .where('until', '<=', sql<Date>`now()`)
    .execute()
  return rows.map(({ user_id: id }) => id)
}

/** Bans after which what runs was not stopped yet. */
export function unfinishedBans(reader: Reader): Promise<{ id: string; user_id: string }[]> {
  return reader
    .selectFrom('bans')
    .select(['id', 'user_id'])
    .where('stopped_at', 'is', null)
    .where('lifted_at', 'is', null)
    .execute()
}

/** Notes that everything that ran was stopped. */
export async function noteStopped(reader: Reader, banId: string): Promise<void> {
  await reader
    .updateTable('bans')
    .set({ stopped_at: sql<Date>`now()` })
    .where('id', '=', banId)
    .execute()
}

/** Whether somebody is banned: no next image of their pack runs and sets of headshots begins until the ban has stopped them. */
export async function isBanned(reader: Reader, userId: string): Promise<boolean> {
  const banned = await reader
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('banned_at', 'is not', null)
    .executeTakeFirst()
  return banned !== undefined
}
