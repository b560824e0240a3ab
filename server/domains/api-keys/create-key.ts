import { sql } from 'kysely'
import type { ApiKey, ApiKeyRequest } from '#contract/api-keys.ts'
import { KEY_LIMITS } from '#contract/values/api-keys.ts'
import { createSecret, hashSecret } from '#server/domains/accounts/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { isStorableText } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { presentKey, readKeys } from './keys.ts'

/** As clients of OpenAI expect a key to begin, and so that scanners of source code find one that was published. */
const KIND = 'sk-atl-'
/** Enough to tell one's keys apart, and too little to guess one. */
const SHOWN_LENGTH = KIND.length + 4

/** @throws {AppError} `conflict` when there is no place for one more */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('api_keys'), hashtext(${userId}))`.execute(tx)
  const { count } = await tx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count < KEY_LIMITS.keys) return
  throw new AppError('conflict', `${userId} has ${count} API keys`, {
    userMessage: t('api-keys.tooManyKeys', { count: KEY_LIMITS.keys }),
  })
}

/**
 * Makes a key.
 * @returns the key itself too, which is stored nowhere
 * @throws {AppError} `conflict` beyond the limit, `email_not_verified`, `invalid` for a name that cannot be kept
 */
export async function createKey(
  db: Db,
  caller: Caller,
  { scopes, ...asked }: ApiKeyRequest,
): Promise<ApiKey & { key: string }> {
  if (!caller.emailVerified) {
    throw userError('email_not_verified', t('common.verifyEmail'))
  }
  if (!isStorableText(asked.name)) throw invalidField('name', t('common.nameNotKept'))
  const key = `${KIND}${createSecret()}`
  return transact(db, async (tx) => {
    await requireRoom(tx, caller.userId)
    const { id } = await tx
      .insertInto('api_keys')
      .values({
        ...asked,
        scopes,
        user_id: caller.userId,
        prefix: key.slice(0, SHOWN_LENGTH),
        key_hash: hashSecret(key),
        last_used_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await readKeys(tx, caller.userId).where('k.id', '=', id).executeTakeFirstOrThrow()
    return { ...presentKey(row), key }
  })
}
