import { addMonths, type Credits } from '#server/domains/credits/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { MONTHS } from './credit-months.ts'
import { endSubscription, findOpenSubscription } from './subscriptions.ts'
import type { TestSubscriptionInput } from './types.ts'

/** Credits already granted stay until they expire, as after a cancelled plan. */
export async function startTestSubscription(
  tx: Tx,
  credits: Pick<Credits, 'writer'>,
  { userId, plan, period }: TestSubscriptionInput,
): Promise<void> {
  const writer = credits.writer(tx)
  const { now } = await writer.settle({ userId })
  const open = await findOpenSubscription(tx, userId)
  if (open) await endSubscription(tx, open.id, { at: now, reason: 'replaced' })
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
        period_start: now,
        renews_at: renewsAt,
        // Nobody pays for the next period.
        cancel_at: renewsAt,
        provider: 'operator',
        created_at: now,
      })
      .execute()
  }
  await writer.settle({ userId })
}
