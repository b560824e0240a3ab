import type { UnsaidUpcomingChange } from '#contract/billing.ts'
import { isoDate } from '#server/domains/credits/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
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
): Promise<UnsaidUpcomingChange> {
  const paid = await readPaidSubscription(context, userId)
  const { cancelAt } = paid.remote
  if (cancelAt) {
    throw userError('conflict', t('billing.alreadyCanceled', { day: { day: isoDate(cancelAt) } }))
  }
  return readUpcomingChange(
    context,
    paid,
    (await endsNow(context, paid.row)) ? 'ends_now' : 'ends_with_period',
  )
}
