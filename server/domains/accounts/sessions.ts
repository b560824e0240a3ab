import { sql } from 'kysely'
import { AppError } from '#server/platform/errors.ts'
import { type Db, type Reader, statement, type Tx } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { forgetDevices } from './devices.ts'
import { createSecret, hashSecret } from './secrets.ts'
import type { UserRow } from './store.ts'

/** How long a session lives: as long as the accessToken cookie. */
const SESSION_SECONDS = 604_800
/** How long a sign-in counts as showing who one is, where there is no password to ask for. */
const FRESH_MINUTES = 10
const TOKEN_MAX_LENGTH = 200
const USER_AGENT_MAX_LENGTH = 300

/** How a browser calls itself, cut to what the list of sessions needs. */
export function userAgentOf(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const value = headers['user-agent']
  return typeof value === 'string' && value !== '' ? value.slice(0, USER_AGENT_MAX_LENGTH) : null
}

/** The answer to somebody who is banned, once they have shown who they are. */
export function bannedError(): AppError {
  return new AppError('banned', 'a banned person was refused', {
    userMessage: t('accounts.disabled'),
  })
}

/** The answer to every call of a session whose owner was banned; the session ends with the ban. */
export const accountBanned = (): AppError =>
  new AppError('account_banned', 'a call of a banned person was refused', {
    userMessage: t('accounts.disabled'),
  })

/**
 * Opens a session.
 * @param userAgent how the browser calls itself, for the list of sessions
 * @returns the token, which is stored nowhere
 */
export async function openSession(
  tx: Tx,
  userId: string,
  userAgent: string | null,
): Promise<string> {
  const token = createSecret()
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      user_agent: userAgent,
      expires_at: sql<Date>`now() + make_interval(secs => ${SESSION_SECONDS})`,
    })
    .execute()
  await noteVisit(tx, userId)
  return token
}

/** Runs at every call of somebody signed in. */
const FIND_SESSION = statement<
  Pick<UserRow, 'id' | 'email' | 'email_verified_at' | 'is_staff' | 'is_admin' | 'banned_at'> & {
    use_is_old: boolean
    own_calls: number | null
    own_reason: string | null
    viewer_id: string | null
    expires_at: Date
  }
>(`
  select u.id, u.email, u.email_verified_at, u.is_staff, u.is_admin, u.banned_at,
    own.calls_per_minute as own_calls, own.reason as own_reason, s.viewer_id, s.expires_at, s.last_used_at < now() - interval '1 hour' as use_is_old
  from sessions s join users u on u.id = s.user_id
  left join own_limits own on own.user_id = u.id and not (u.is_staff or u.is_admin)
  left join users viewer on viewer.id = s.viewer_id
  where s.token_hash = $1 and s.expires_at > now()
    and (s.viewer_id is null or (viewer.is_admin and viewer.banned_at is null))`)

/** To the day is enough to know who has not come for a month. */
async function noteVisit(from: Reader, userId: string): Promise<void> {
  await from
    .updateTable('users')
    .set({ seen_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('seen_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

async function noteUse({ kysely }: Db, tokenHash: Buffer): Promise<void> {
  await kysely
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/**
 * Finds who a session token belongs to.
 * @returns null when the session is unknown or over
 * @throws {AppError} `account_banned`
 */
export async function authenticate(db: Db, token: string): Promise<Caller | null> {
  if (token.length > TOKEN_MAX_LENGTH) return null
  const tokenHash = hashSecret(token)
  const [row] = await FIND_SESSION.run(db.kysely, [tokenHash])
  if (!row) return null
  if (row.banned_at) throw accountBanned()
  // To the hour is enough for the list of sessions, and spares a write at every call.
  if (row.use_is_old) {
    await noteUse(db, tokenHash)
    // An administrator who views the site as this person is no visit of theirs.
    if (row.viewer_id === null) await noteVisit(db.kysely, row.id)
  }
  return {
    userId: row.id,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    isStaff: row.is_staff,
    isAdmin: row.is_admin,
    by: 'session',
    tokenHash,
    // Calls of an administrator who views the site as this person are no calls of theirs.
    ...(row.viewer_id === null &&
      row.own_calls !== null && {
        ownCalls: { perMinute: row.own_calls, reason: row.own_reason! },
      }),
    ...(row.viewer_id !== null && { viewer: { id: row.viewer_id, until: row.expires_at } }),
  }
}

/** Whether somebody signed in a moment ago. */
export async function isFreshSession(from: Reader, tokenHash: Buffer): Promise<boolean> {
  const row = await from
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${FRESH_MINUTES})`)
    .executeTakeFirst()
  return row !== undefined
}

export async function closeSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.kysely.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/**
 * Ends a person's sessions, except the one with the hash `keep`, and the logins that wait for a second factor. Where all end, whoever had one may be a stranger: their
 * browsers are forgotten, too.
 */
export async function closeSessionsOf(tx: Tx, userId: string, keep?: Buffer): Promise<void> {
  if (!keep) await forgetDevices(tx, userId)
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId)
  if (keep) query = query.where('token_hash', '!=', keep)
  await query.execute()
  await tx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
  // What they look at as somebody else, too.
  await tx.deleteFrom('sessions').where('viewer_id', '=', userId).execute()
}
