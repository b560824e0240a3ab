import type { Adjustment, AdminUser } from '#contract/admin.ts'
import type { PlanName, PlanPeriod } from '#contract/users.ts'
import { type CurrentPlan, grantedBy } from '#server/domains/billing/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { AdminContext } from './context.ts'
import { lockPlan, planHasChanged } from './complimentary-plans.ts'
import { type Asked, findRepeated, makeAdjustment } from './request-adjustment.ts'

export interface PlanInput extends Asked {
  key: string
  plan: PlanName
  /** Null for the free plan. */
  period: PlanPeriod | null
  reason: string
  /** The plan as it was seen. */
  was: Omit<AdminUser['plan'], 'is_paid'>
}

function isAsSeen({ name, period, renewsAt }: CurrentPlan, was: PlanInput['was']): boolean {
  return (
    name === was.name &&
    period === was.period &&
    (renewsAt?.getTime() ?? null) === (was.renews_at === null ? null : Date.parse(was.renews_at))
  )
}

/**
 * Gives a plan that nobody pays for, or lays it before a second administrator when it grants a large sum. The same
 * key changes nothing a second time.
 * @throws {AppError} `not_found`; `idempotency_mismatch`; `conflict` for a deleted account, for a plan that is paid for,
 *   and when the plan is another one than was seen; `invalid` for the free plan to whom has it
 */
export async function grantComplimentaryPlan(
  context: AdminContext,
  input: PlanInput,
): Promise<Adjustment> {
  const { plan, period, was, ...rest } = input
  const amount = plan === 'free' || period === null ? 0 : grantedBy(plan, period)
  const asked = { ...rest, amount, plan, period, reference: null }
  return transact(context.db, async (tx) => {
    // First of all, since a plan that was granted already is no longer as it was seen.
    const done = await findRepeated(tx, asked)
    if (done) return done
    const current = await lockPlan(context, tx, input.userId)
    const meanwhile = await findRepeated(tx, asked)
    if (meanwhile) return meanwhile
    if (!isAsSeen(current, was)) throw planHasChanged()
    if (plan === 'free' && current.name === 'free') {
      throw invalidField('plan', t('console.onFreePlan'))
    }
    const insteadOf = current.subscription?.id ?? null
    return makeAdjustment(context, tx, { ...asked, instead_of: insteadOf })
  })
}
