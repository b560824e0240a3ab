import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** A pack that somebody paid elsewhere and began to withdraw from. @returns the withdrawal's id */
export async function insertWithdrawal(kysely: Kysely<Database>, userId: string): Promise<string> {
  const now = new Date()
  const { id: payment } = await kysely
    .insertInto('payments')
    .values({
      user_id: userId,
      provider: 'elsewhere',
      external_id: `withdrawn-${userId}`,
      kind: 'pack',
      reason: 'pack',
      status: 'paid',
      subscription_id: null,
      plan: null,
      period: null,
      credits: 0,
      amount: 999,
      currency: 'usd',
      dispute_id: null,
      dispute_status: null,
      payment_intent: null,
      number: null,
      url: null,
      next_attempt_at: null,
      period_start: null,
      period_end: null,
      created_at: now,
      paid_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await kysely
    .insertInto('withdrawals')
    .values({ user_id: userId, payment_id: payment, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
