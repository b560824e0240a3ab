import type { PaymentContext } from './context.ts'
import {
  findPaying,
  type PaidSubscription,
  readPaidSubscription,
  whileChanging,
} from './plan-change.ts'
import { assertSeen } from './seen-plan.ts'
import { syncSubscription } from './sync-subscription.ts'
import { assertResumable, findUnpaidChanges } from './unpaid-changes.ts'

/** Of whose plan, and what was shown of it before; null where nobody looked. */
interface PlanWish {
  userId: string
  seen: string | null
}

/** Upgrades that wait for their payment are given up, and so is what waits for the period's end. */
async function dropPlans(
  context: PaymentContext,
  paid: PaidSubscription,
  unpaid: readonly string[],
): Promise<PaidSubscription> {
  const { provider } = context
  for (const id of unpaid) await provider.voidInvoice(id, `void:${id}`)
  const { row, remote } =
    unpaid.length > 0 ? await readPaidSubscription(context, paid.row.user_id) : paid
  if (remote.scheduleId !== null) {
    await provider.releaseSchedule(remote.scheduleId, `release:${remote.scheduleId}`)
  }
  return { row, remote }
}

/**
 * Ends the plan with the paid period; at once when its renewal is unpaid, for then no period is paid.
 * @throws {AppError} `conflict` when there is none, or it is another than was seen
 */
export async function cancelPlan(
  context: PaymentContext,
  { userId, seen }: PlanWish,
): Promise<void> {
  const { provider } = context
  await whileChanging(context, await findPaying(context, userId), async () => {
    const paid = await readPaidSubscription(context, userId)
    await assertSeen(context, paid, seen)
    const unpaid = await findUnpaidChanges(context, userId)
    const { row, remote } = await dropPlans(context, paid, unpaid)
    if (row.status === 'past_due') await provider.cancelNow(remote.id, `cancel:${remote.id}`)
    else {
      await provider.setCancelAtPeriodEnd(remote.id, true, `end:${row.id}:${row.version}`)
    }
    await syncSubscription(context, row.external_id)
  })
}

/**
 * Takes back a cancellation, a scheduled change, or an upgrade that was never paid: the plan goes on as it is.
 * @throws {AppError} `conflict` when nothing is to be taken back, or the plan is another than was seen
 */
export async function resumePlan(
  context: PaymentContext,
  { userId, seen }: PlanWish,
): Promise<void> {
  const { provider } = context
  await whileChanging(context, await findPaying(context, userId), async () => {
    const paid = await readPaidSubscription(context, userId)
    await assertSeen(context, paid, seen)
    const unpaid = await findUnpaidChanges(context, userId)
    assertResumable(paid, unpaid)
    const { row, remote } = await dropPlans(context, paid, unpaid)
    if (remote.cancelAt) {
      await provider.setCancelAtPeriodEnd(remote.id, false, `resume:${row.id}:${row.version}`)
    }
    await syncSubscription(context, row.external_id)
  })
}
