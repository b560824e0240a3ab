import { addMonths } from '#server/domains/credits/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { BillingContext } from './context.ts'
import { MONTHS } from './credit-months.ts'
import { monthlyCreditsOf } from './plans.ts'
import { endSubscription, openSubscription } from './subscription-states.ts'
import { findOpenSubscription, isPaid } from './subscriptions.ts'
import type { PlanGrant } from './types.ts'

/**
 * Credits already granted stay until they expire, as after a cancelled plan.
 * @throws {AppError} `conflict` while the user pays for a plan: the provider would go on charging for it
 */
export async function grantComplimentaryPlan(
  tx: Tx,
  { credits, provider }: Pick<BillingContext, 'credits' | 'provider'>,
  { userId, plan, period }: PlanGrant,
): Promise<void> {
  const writer = credits.writer(tx)
  const { now } = await writer.applyDueEntries({ userId })
  const open = await findOpenSubscription(tx, userId)
  if (open && isPaid(open, provider)) {
    throw userError('conflict', t('console.cancelAtProvider'))
  }
  if (open) await endSubscription(tx, open, { at: now, reason: 'replaced' })
  if (plan !== 'free') {
    const renewsAt = addMonths(now, MONTHS[period])
    await openSubscription(tx, {
      user_id: userId,
      plan,
      period,
      monthly_credits: monthlyCreditsOf(plan),
      anchor: now,
      period_start: now,
      renews_at: renewsAt,
      // Nobody pays for the next period.
      cancel_at: renewsAt,
      provider: 'operator',
      created_at: now,
    })
  }
  await writer.applyDueEntries({ userId })
}
