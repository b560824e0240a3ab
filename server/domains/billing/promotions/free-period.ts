import type { CreditWriter } from '#server/domains/credits/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { findCurrentPayments, type Payment } from '../payments.ts'
import { MONTHS } from '../credit-months.ts'
import type { Subscription } from '../subscription-states.ts'

/** Whether a promotion left nothing to pay of a period, and no upgrade in it was paid either. */
const isFree = (payments: readonly Payment[]): boolean =>
  payments.some(({ discount }) => discount > 0) && payments.every(({ amount }) => amount === 0)

/** Whether nothing was paid for the period that runs now because of a promotion. */
export async function isFreePeriod(from: Reader, row: Subscription): Promise<boolean> {
  return isFree(await findCurrentPayments(from, row))
}

/** Takes what is unspent of a period that cost nothing, with the end of its plan. */
export async function revokeFreePeriod(
  tx: Tx,
  writer: Pick<CreditWriter, 'clawBack'>,
  row: Subscription,
): Promise<void> {
  const payments = await findCurrentPayments(tx, row)
  if (!isFree(payments)) return
  await writer.clawBack({
    userId: row.user_id,
    payments: payments.map(({ external_id: id }) => id),
    amount: row.monthly_credits * MONTHS.yearly,
    externalId: `free:${row.id}:${row.period_start.getTime()}`,
    text: 'Removed: nothing was paid for this plan, and it has ended',
  })
}
