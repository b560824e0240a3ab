import { addMonths, type Credits } from '#server/domains/credits/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { endSubscription, findOpenSubscription } from './subscriptions.ts'
import type { TestSubscriptionInput } from './types.ts'

const MONTHS = { monthly: 1, yearly: 12 }

/** Credits already granted stay until they expire, as after a cancelled plan. */
export async function startTestSubscription(
  tx: Tx,
  credits: Pick<Credits, 'writer'>,
  { userId, plan, period }: TestSubscriptionInput,
): Promise<void> {
  const writer = credits.writer(tx)
  const { now } = await writer.settle({ userId })
  const open = await findOpenSubscription(tx, userId)
  if (open) await endSubscription(tx, open.id, now)
  if (plan !== 'free') {
    const renewsAt = addMonths(now, MONTHS[period])
    await tx
      .insertInto('subscriptions')
      .values({
        user_id: userId,
        plan,
        period,
        status: 'active',
        anchor: now,
        renews_at: renewsAt,
        // Nobody pays for the next period.
        cancel_at: renewsAt,
        provider: 'test',
        created_at: now,
      })
      .execute()
  }
  await writer.settle({ userId })
}
