import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { FACES_CHANNEL } from './face-memory.ts'

/**
 * Has all processes forget what faces in somebody's photos look like, when the transaction commits, and deletes how alike they
 * were.
 */
export async function forgetFaces(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('lora_training_images')
    .set({ alike: '{}' })
    .where('user_id', '=', userId)
    .execute()
  await sql`select pg_notify(${FACES_CHANNEL}, ${`user:${userId}`})`.execute(tx)
}
