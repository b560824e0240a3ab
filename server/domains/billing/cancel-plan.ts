import { AppError } from '#server/platform/errors.ts'
import type { PaymentContext } from './context.ts'
import { findPaying, readPaidSubscription, whileChanging } from './plan-change.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Upgrades that wait for their payment are given up: their invoices are voided. */
async function dropUnpaid(context: PaymentContext, userId: string): Promise<boolean> {
  const open = await context.db.kysely
    .selectFrom('payments')
    .select('external_id')
    .where('user_id', '=', userId)
    .where('provider', '=', context.provider.name)
    .where('kind', '=', 'plan')
    .where('reason', '=', 'upgrade')
    .where('status', '=', 'open')
    .execute()
  for (const { external_id: id } of open) await context.provider.voidInvoice(id, `void:${id}`)
  return open.length > 0
}

/**
 * Ends the plan with the paid period; at once when its renewal is unpaid, for then no period is paid.
 * @throws {AppError} `conflict` when there is none
 */
export async function cancelPlan(context: PaymentContext, userId: string): Promise<void> {
  const { provider } = context
  await whileChanging(context, await findPaying(context, userId), async () => {
    await dropUnpaid(context, userId)
    const { row, remote } = await readPaidSubscription(context, userId)
    if (remote.scheduleId !== null) {
      await provider.releaseSchedule(remote.scheduleId, `release:${remote.scheduleId}`)
    }
    if (row.status === 'past_due') await provider.cancelNow(remote.id, `cancel:${remote.id}`)
    else {
      await provider.setCancelAtPeriodEnd(remote.id, true, `end:${row.id}:${row.version}`)
    }
    await syncSubscription(context, row.external_id)
  })
}

/**
 * Takes back a cancellation, a scheduled change, or an upgrade that was never paid: the plan goes on as it is.
 * @throws {AppError} `conflict` when nothing is to be taken back
 */
export async function resumePlan(context: PaymentContext, userId: string): Promise<void> {
  const { provider } = context
  await whileChanging(context, await findPaying(context, userId), async () => {
    const dropped = await dropUnpaid(context, userId)
    const { row, remote } = await readPaidSubscription(context, userId)
    if (!dropped && remote.scheduleId === null && remote.cancelAt === null) {
      throw new AppError('conflict', 'Your plan goes on already.')
    }
    if (remote.scheduleId !== null) {
      await provider.releaseSchedule(remote.scheduleId, `release:${remote.scheduleId}`)
    }
    if (remote.cancelAt) {
      await provider.setCancelAtPeriodEnd(remote.id, false, `resume:${row.id}:${row.version}`)
    }
    await syncSubscription(context, row.external_id)
  })
}
