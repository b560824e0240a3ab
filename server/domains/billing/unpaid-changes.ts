import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from './context.ts'
import type { PaidSubscription } from './plan-change.ts'
import { stateOf } from './subscription-states.ts'

/** Ids of the invoices of upgrades that wait for their payment. */
export async function findUnpaidChanges(
  { db, provider }: Pick<PaymentContext, 'db' | 'provider'>,
  userId: string,
): Promise<string[]> {
  const open = await db.kysely
    .selectFrom('payments')
    .select('external_id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider.name)
    .where('kind', '=', 'plan')
    .where('reason', '=', 'upgrade')
    .where('status', '=', 'open')
    .execute()
  return open.map(({ external_id: id }) => id)
}

/** @throws {AppError} `conflict` when nothing is to be taken back */
export function assertResumable(
  { row, remote }: PaidSubscription,
  unpaid: readonly string[],
): void {
  // A schedule stays for a while after its change took effect: that is no change to come.
  if (unpaid.length > 0 || remote.scheduled !== null || remote.cancelAt !== null) return
  if (stateOf(row).schedule === 'to_be_restored') return
  throw userError('conflict', t('billing.planNotCanceled'))
}
