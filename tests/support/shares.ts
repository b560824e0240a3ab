import type { Reader } from '#server/platform/db/index.ts'

/** A share of a model whose owner is its guest, too, as each of its calls is of the one or of the other. @returns its id */
export async function insertShare(db: Reader, userId: string, training: string): Promise<string> {
  const { id } = await db
    .insertInto('model_shares')
    .values({
      lora_training_id: training,
      user_id: userId,
      guest_id: userId,
      email: 'guest@example.com',
      state: 'accepted',
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
