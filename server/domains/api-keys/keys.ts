import { sql } from 'kysely'
import type { z } from 'zod'
import type { ApiKey, ExportedKey } from '#contract/api-keys.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { callsOf } from './calls.ts'
import { spentToday } from './key-limits.ts'

/** A person's keys, to be ordered or narrowed down. */
export const readKeys = (reader: Reader, userId: string) =>
  reader
    .selectFrom('api_keys as k')
    .select([
      'k.id',
      'k.name',
      'k.prefix',
      'k.scopes',
      'k.daily_credits',
      'k.calls_per_minute',
      'k.images_at_once',
      'k.created_at',
      'k.last_used_at',
    ])
    .select(spentToday(sql.ref('k.id')).as('spent_today'))
    .where('k.user_id', '=', userId)

interface Row extends Omit<ApiKey, 'created_at' | 'last_used_at'> {
  created_at: Date
  last_used_at: Date | null
}

export const presentKey = ({ created_at, last_used_at, ...row }: Row): ApiKey => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})

/** A person's own, newest first. */
export async function listKeys({ kysely }: Db, userId: string): Promise<ApiKey[]> {
  const rows = await readKeys(kysely, userId).orderBy('k.id', 'desc').execute()
  return rows.map(presentKey)
}

/** A person's keys with their calls, one after the other. */
export async function* keysOf(
  db: Db,
  userId: string,
): AsyncGenerator<z.infer<typeof ExportedKey>, void> {
  for (const { id, ...key } of await listKeys(db, userId)) {
    yield { ...key, calls: await callsOf(db, id) }
  }
}

/** Takes a key back for good. @throws {AppError} `not_found` */
export async function revokeKey({ kysely }: Db, userId: string, id: string): Promise<void> {
  const removed =
    isId(id) &&
    (await kysely
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst())
  if (!removed) throw notFound()
}

/** All keys of a person. Safe to repeat. */
export async function forgetKeys({ kysely }: Db, userId: string): Promise<void> {
  await kysely.deleteFrom('api_keys').where('user_id', '=', userId).execute()
}

/** The model that a key's calls use which name none; null: the default. */
export async function chosenModel({ kysely }: Db, keyId: string): Promise<string | null> {
  const key = await kysely
    .selectFrom('api_keys')
    .select('sd_model')
    .where('id', '=', keyId)
    .executeTakeFirst()
  return key?.sd_model ?? null
}

export async function chooseModel({ kysely }: Db, keyId: string, model: string): Promise<void> {
  await kysely.updateTable('api_keys').set({ sd_model: model }).where('id', '=', keyId).execute()
}
