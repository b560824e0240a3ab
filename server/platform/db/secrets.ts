import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'

const BYTES = 32

/**
 * A random secret that all processes of this installation share, made by the first that asks.
 * @returns 32 bytes
 */
export async function sharedSecret(db: Db, name: string): Promise<Buffer> {
  await db.kysely
    .insertInto('app_secrets')
    .values({ name, value: randomBytes(BYTES) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.kysely
    .selectFrom('app_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
