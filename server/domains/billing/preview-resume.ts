import type { UnsaidUpcomingChange } from '#contract/billing.ts'
import type { PaymentContext } from './context.ts'
import { readPaidSubscription } from './plan-change.ts'
import { readUpcomingChange } from './upcoming-change.ts'
import { assertResumable, findUnpaidChanges } from './unpaid-changes.ts'

/**
 * What it would mean to have the plan go on as it is; nothing changes.
 * @throws {AppError} `conflict` when there is no plan that is paid for, or nothing is to be taken back
 */
export async function previewResume(
  context: PaymentContext,
  userId: string,
): Promise<UnsaidUpcomingChange> {
  const paid = await readPaidSubscription(context, userId)
  assertResumable(paid, await findUnpaidChanges(context, userId))
  return readUpcomingChange(context, paid, 'goes_on')
}
