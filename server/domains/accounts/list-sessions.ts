import { sql } from 'kysely'
import type { Session } from '#contract/account.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { closeSessionsOf } from './sessions.ts'

/** Where somebody is signed in: this session first, then the latest used. */
export async function listSessions({ kysely }: Db, caller: Caller): Promise<Session[]> {
  const rows = await kysely
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', caller.userId)
    // Of those the person was told by email; they are no device of theirs.
    .where('viewer_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy(sql`token_hash = ${caller.tokenHash}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    user_agent: row.user_agent,
    is_current: row.token_hash.equals(caller.tokenHash),
  }))
}

/**
 * Ends one session of the caller, which may be the one of this call.
 * @throws {AppError} `not_found`, also for another's
 */
export async function endSession({ kysely }: Db, caller: Caller, id: string): Promise<void> {
  const ended = await kysely
    .deleteFrom('sessions')
    .where(sql<boolean>`id::text = ${id}`)
    .where('user_id', '=', caller.userId)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound()
}

/** Ends all sessions of the caller but the one of this call. */
export async function endOtherSessions(db: Db, caller: Caller): Promise<void> {
  await transact(db, (tx) => closeSessionsOf(tx, caller.userId, caller.tokenHash))
}
