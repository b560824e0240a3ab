import type { UpcomingChange } from '#contract/billing.ts'
import { dayName } from '#server/domains/credits/index.ts'
import { userError } from '#server/platform/errors.ts'
import { endsNow } from './cancel-plan.ts'
import type { PaymentContext } from './context.ts'
import { readPaidSubscription } from './plan-change.ts'
import { readUpcomingChange } from './upcoming-change.ts'

/**
 * What cancelling would mean; nothing changes.
 * @throws {AppError} `conflict` when there is no plan that is paid for, or it is canceled already
 */
export async function previewCancel(
  context: PaymentContext,
  userId: string,
): Promise<UpcomingChange> {
  const paid = await readPaidSubscription(context, userId)
  const { cancelAt } = paid.remote
  if (cancelAt) {
    throw userError('conflict', `Your plan is already canceled. It ends on ${dayName(cancelAt)}.`)
  }
  return readUpcomingChange(
    context,
    paid,
    (await endsNow(context, paid.row)) ? 'ends_now' : 'ends_with_period',
  )
}
