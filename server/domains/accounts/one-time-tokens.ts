import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { createSecret, hashSecret } from './secrets.ts'

/** Seconds that a link in a mail works. */
const LIFETIME = { verify_email: 86_400, reset_password: 3600, change_email: 86_400 } as const
export type Purpose = keyof typeof LIFETIME

/**
 * Makes the secret of a new link; older links for the same purpose stop working. The caller holds the lock of
 * the user's row, so that of two links made at once only the later one works.
 * @param email the address that a link of `change_email` confirms
 */
export async function issueToken(
  tx: Tx,
  userId: string,
  purpose: Purpose,
  email: string | null = null,
): Promise<string> {
  const token = createSecret()
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      purpose,
      email,
      expires_at: sql<Date>`now() + make_interval(secs => ${LIFETIME[purpose]})`,
    })
    .execute()
  return token
}

/** What a link is for, while it works. */
export interface OpenLink {
  userId: string
  purpose: Purpose
  email: string | null
}

/** A link as it was issued, with what became of it. */
export interface IssuedLink extends OpenLink {
  state: 'open' | 'used' | 'expired'
}

/** Finds a link, also one that no longer works; null for one that was never issued, or was replaced by a newer one. */
export async function findIssuedLink(reader: Reader, token: string): Promise<IssuedLink | null> {
  const row = await reader
    .selectFrom('one_time_tokens')
    .select(['user_id', 'purpose', 'email', 'used_at'])
    .select(sql<boolean>`expires_at <= now()`.as('is_over'))
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  if (!row) return null
  const state = row.used_at !== null ? 'used' : row.is_over ? 'expired' : 'open'
  return { userId: row.user_id, purpose: row.purpose, email: row.email, state }
}

/** Finds a link that still works; null for any other. */
export async function findLink(reader: Reader, token: string): Promise<OpenLink | null> {
  const link = await findIssuedLink(reader, token)
  return link?.state === 'open' ? link : null
}

/** Uses a link up. Of two who try at once one gets the owner's id, the other null. */
export async function redeemToken(tx: Tx, token: string, purpose: Purpose): Promise<string | null> {
  const row = await tx
    .updateTable('one_time_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether a link to get into an account was made since a moment, so that another mail would say nothing new. */
export async function wasMailedSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['verify_email', 'reset_password'])
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}
