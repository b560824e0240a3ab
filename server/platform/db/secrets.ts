import { createHash, randomBytes } from 'node:crypto'
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

/**
 * The key that links and signatures are made with: derived from SECRET_KEY, else shared through the database.
 * @param configured the setting SECRET_KEY
 * @returns 32 bytes
 */
export async function secretKey(db: Db, configured: string | null): Promise<Buffer> {
  if (configured === null) return sharedSecret(db, 'secret_key')
  return createHash('sha256').update(configured).digest()
}
