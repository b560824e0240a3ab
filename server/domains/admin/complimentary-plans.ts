import type { CurrentPlan } from '#server/domains/billing/index.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { type AppError, notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { AdminContext } from './context.ts'

/**
 * Locks the account of somebody to whom a plan may be granted, until the transaction ends.
 * @returns the plan they have now
 * @throws {AppError} `not_found`; `conflict` for a deleted account, and while the plan is paid for
 */
export async function lockPlan(
  { billing, credits }: AdminContext,
  tx: Tx,
  userId: string,
): Promise<CurrentPlan> {
  const user = isId(userId)
    ? await tx
        .selectFrom(people.as('person'))
        .select('closing_at')
        .where('id', '=', userId)
        .executeTakeFirst()
    : undefined
  if (!user) throw notFound()
  if (user.closing_at) throw userError('conflict', t('console.accountDeleted'))
  await credits.writer(tx).applyDueEntries({ userId })
  const plan = await billing.planOf(tx, userId)
  if (plan.subscription?.isPaid) {
    throw userError('conflict', t('console.paysForPlan'))
  }
  return plan
}

/** @throws {AppError} as `lockPlan`; `conflict` when the plan is another one than was seen */
export async function assertMayGrantPlan(
  context: AdminContext,
  tx: Tx,
  { userId, insteadOf }: { userId: string; insteadOf: string | null },
): Promise<void> {
  const { subscription } = await lockPlan(context, tx, userId)
  if ((subscription?.id ?? null) !== insteadOf) throw planHasChanged()
}

export function planHasChanged(): AppError {
  return userError('conflict', t('console.planChanged'))
}
