import { sql } from 'kysely'
import type { OwnLimits } from '#contract/own-limits.ts'
import {
  accountBanned,
  hashSecret,
  ownLimitsOfUser,
  people,
} from '#server/domains/accounts/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'

const KEY_MAX_LENGTH = 200

/**
 * Finds who an API key belongs to. A key is never staff: it orders and reads its person's own things alone.
 * @returns null when the key is unknown or revoked
 * @throws {AppError} `account_banned`
 */
export async function authenticateKey({ kysely }: Db, key: string): Promise<Caller | null> {
  if (key.length > KEY_MAX_LENGTH) return null
  const keyHash = hashSecret(key)
  const row = await kysely
    .selectFrom('api_keys as k')
    .innerJoin(people.as('u'), 'u.id', 'k.user_id')
    .select(['k.id', 'k.scopes', 'k.calls_per_minute'])
    .select(['u.id as user_id', 'u.email', 'u.email_verified_at', 'u.banned_at'])
    .select(
      sql<OwnLimits | null>`case when not (u.is_staff or u.is_admin) then ${sql.raw(ownLimitsOfUser('k.user_id'))} end`.as(
        'own',
      ),
    )
    .where('k.key_hash', '=', keyHash)
    .where('u.closing_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  if (row.banned_at) throw accountBanned()
  const { own } = row
  return {
    userId: row.user_id,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    isStaff: false,
    isAdmin: false,
    by: 'api_key',
    tokenHash: keyHash,
    ...(own?.calls_per_minute && {
      ownCalls: { perMinute: own.calls_per_minute, reason: own.reason },
    }),
    key: { id: row.id, scopes: row.scopes, callsPerMinute: row.calls_per_minute },
  }
}
