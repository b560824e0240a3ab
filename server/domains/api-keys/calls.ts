import type { ApiKeyCall } from '#contract/api-keys.ts'
import { KEY_LIMITS } from '#contract/values/api-keys.ts'
import { type Db, statement } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'

/** A call that was made by a key. */
export interface KeyCall {
  keyId: string
  method: string
  path: string
  status: number
}

const PATH_LENGTH = 200

// What is added is not seen by the deletion beside it, so one less than the limit stays of those before.
const NOTE = statement(`
  with used as (update api_keys set last_used_at = now() where id = $1 returning id),
    added as (insert into api_key_calls (key_id, method, path, status) select id, $2, $3, $4::smallint from used)
  delete from api_key_calls where key_id = $1 and id < (
    select id from api_key_calls where key_id = $1 order by id desc offset ${KEY_LIMITS.calls - 2} limit 1)`)

/** Adds a call to the latest ones of its key, and forgets those that are too many. */
export async function noteCall(
  { kysely }: Db,
  { keyId, method, path, status }: KeyCall,
): Promise<void> {
  await NOTE.run(kysely, [keyId, method, path.slice(0, PATH_LENGTH), status])
}

/** The latest calls of a key, newest first. */
export async function callsOf({ kysely }: Db, keyId: string): Promise<ApiKeyCall[]> {
  const rows = await kysely
    .selectFrom('api_key_calls')
    .select(['at', 'method', 'path', 'status'])
    .where('key_id', '=', keyId)
    .orderBy('id', 'desc')
    .limit(KEY_LIMITS.calls)
    .execute()
  return rows.map(({ at, ...call }) => ({ at: at.toISOString(), ...call }))
}

/** As {@link callsOf}, of an own key. @throws {AppError} `not_found` */
export async function listCalls(db: Db, userId: string, id: string): Promise<ApiKeyCall[]> {
  const key =
    isId(id) &&
    (await db.kysely
      .selectFrom('api_keys')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst())
  if (!key) throw notFound()
  return callsOf(db, id)
}
