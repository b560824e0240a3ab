import { requireUnlimited } from '#server/domains/accounts/index.ts'
import type { PaymentContext } from './context.ts'
import {
  findPaying,
  type PaidSubscription,
  readPaidSubscription,
  whileChanging,
} from './plan-change.ts'
import { assertPreviewToken } from './preview-token.ts'
import { isFreePeriod } from './promotions/free-period.ts'
import { changeSubscription, stateOf } from './subscription-states.ts'
import { syncSubscription } from './sync-subscription.ts'
import { assertResumable, findUnpaidChanges } from './unpaid-changes.ts'

/** `seen`: preview token of what the user was shown; null where there was no preview. */
interface PlanInput {
  userId: string
  seen: string | null
}

/** Abandons upgrades that wait for their payment. */
async function abandon(
  context: PaymentContext,
  paid: PaidSubscription,
  unpaid: readonly string[],
): Promise<PaidSubscription> {
  for (const id of unpaid) await context.provider.voidInvoice(id, `void:${id}`)
  return unpaid.length > 0 ? readPaidSubscription(context, paid.row.user_id) : paid
}

/** Drops the change that was planned for the end of the period. */
async function dropScheduled(
  { db, provider }: PaymentContext,
  { row, remote }: PaidSubscription,
): Promise<void> {
  if (stateOf(row).schedule === 'to_be_restored') {
    await changeSubscription(db.kysely, row, { keeps_scheduled: false })
  }
  if (remote.scheduleId === null) return
  await provider.releaseSchedule(remote.scheduleId, `release:${remote.scheduleId}`)
}

/** Whether nothing was paid for the period that runs: it is unpaid, or a promotion left nothing to pay. */
export async function endsNow(
  { db }: Pick<PaymentContext, 'db'>,
  row: PaidSubscription['row'],
): Promise<boolean> {
  return row.status === 'past_due' || (await isFreePeriod(db.kysely, row))
}

/**
 * Ends the plan with the paid period; at once where no period is paid.
 * @throws {AppError} `conflict` when there is none, or it is another than was seen
 */
export async function cancelPlan(
  context: PaymentContext,
  { userId, seen }: PlanInput,
): Promise<void> {
  const { provider } = context
  await whileChanging(context, await findPaying(context, userId), async () => {
    const paid = await readPaidSubscription(context, userId)
    await assertPreviewToken(context, paid, seen)
    const unpaid = await findUnpaidChanges(context, userId)
    const { row, remote } = await abandon(context, paid, unpaid)
    await dropScheduled(context, { row, remote })
    if (await endsNow(context, row)) await provider.cancelNow(remote.id, `cancel:${remote.id}`)
    else if (remote.cancelsBy === null) {
      await provider.endWithPeriod(remote.id, `end:${row.id}:${row.version}`)
    }
    await syncSubscription(context, row.external_id)
  })
}

/**
 * Takes back an upgrade that was never paid; else what was set for the period's end. A cancellation goes in any case.
 * @throws {AppError} `conflict` when nothing is to be taken back, or the plan is another than was seen; `account_limited` for a cancellation
 */
export async function resumePlan(
  context: PaymentContext,
  { userId, seen }: PlanInput,
): Promise<void> {
  const { provider } = context
  await whileChanging(context, await findPaying(context, userId), async () => {
    const paid = await readPaidSubscription(context, userId)
    await assertPreviewToken(context, paid, seen)
    const unpaid = await findUnpaidChanges(context, userId)
    assertResumable(paid, unpaid)
    // A plan that goes on is bought each period; dropping an upgrade buys nothing.
    if (paid.remote.cancelsBy !== null) await requireUnlimited(context.db.kysely, userId)
    const { row, remote } = await abandon(context, paid, unpaid)
    // Abandoning an upgrade drops nothing else: what was set before it takes place.
    if (unpaid.length === 0) await dropScheduled(context, { row, remote })
    await provider.keepGoing(remote, `resume:${row.id}:${row.version}`)
    await syncSubscription(context, row.external_id)
  })
}
