import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** A pack that somebody paid elsewhere and had their bank take back. @returns the payment's id */
export async function insertDisputedPayment(
  kysely: Kysely<Database>,
  userId: string,
): Promise<string> {
  const now = new Date()
  const { id } = await kysely
    .insertInto('payments')
    .values({
      user_id: userId,
      provider: 'elsewhere',
      external_id: `disputed-${userId}`,
      kind: 'pack',
      reason: 'pack',
      status: 'paid',
      credits: 0,
      amount: 999,
      currency: 'usd',
      dispute_id: `dispute-${userId}`,
      dispute_status: 'open',
      created_at: now,
      paid_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
