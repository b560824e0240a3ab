import type { Tx } from '#server/platform/db/index.ts'
import type { AdjustmentRow } from './adjustments.ts'
import { type AuditEvent, recordAuditEvent } from './audit.ts'
import type { AdminContext } from './context.ts'
import { assertMayGrantPlan } from './complimentary-plans.ts'

type Step = 'requested' | 'done' | 'refused'

const ACTION: Record<'credits' | 'plan' | 'forgive', Record<Step, AuditEvent['action']>> = {
  credits: {
    requested: 'adjustment_requested',
    done: 'adjustment_done',
    refused: 'adjustment_refused',
  },
  forgive: {
    requested: 'forgiving_requested',
    done: 'debt_forgiven',
    refused: 'forgiving_refused',
  },
  plan: { requested: 'plan_requested', done: 'plan_given', refused: 'plan_refused' },
}

const kindOf = ({ plan, forgives }: AdjustmentRow) => {
  if (forgives) return 'forgive'
  return plan === null ? 'credits' : 'plan'
}

/** Writes an audit event for a step of an adjustment. */
export async function noteStep(
  tx: Tx,
  adjustment: AdjustmentRow,
  actorId: string,
  step: Step,
): Promise<void> {
  const { id, user_id: userId, amount, plan, period, reason, reference } = adjustment
  await recordAuditEvent(tx, {
    actorId,
    action: ACTION[kindOf(adjustment)][step],
    userId,
    subject: reference,
    reason,
    data: { adjustment: id, amount, ...(plan !== null && { plan, period }) },
  })
}

/**
 * Makes the adjustment that was asked for, in the transaction that decides it.
 * @throws {AppError} `not_enough_credits`; `conflict` when the plan is another one by now
 */
export async function applyAdjustment(
  context: AdminContext,
  tx: Tx,
  { adjustment, actorId }: { adjustment: AdjustmentRow; actorId: string },
): Promise<void> {
  const { id, user_id: userId, amount, reason, plan, period } = adjustment
  if (adjustment.forgives) {
    await context.credits.writer(tx).forgive({ userId, amount })
    // More can be missing than was asked to be forgiven, when a second administrator agreed later.
    const rest = await context.credits.unrecovered(tx, userId)
    await context.billingMails.sendForgiven(tx, { userId, credits: amount, rest })
  } else if (plan === null) {
    const adjusted = { userId, amount, externalId: `adjustment:${id}`, text: reason }
    await context.credits.writer(tx).adjust(adjusted)
  } else {
    await assertMayGrantPlan(context, tx, { userId, insteadOf: adjustment.instead_of })
    await context.billing.grantComplimentaryPlan(tx, { userId, plan, period: period ?? 'monthly' })
  }
  await noteStep(tx, adjustment, actorId, 'done')
}
