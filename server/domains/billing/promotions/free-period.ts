import { sql } from 'kysely'
import {
  type CreditWriter,
  FREE_PERIODS,
  freePeriodKey,
  openFreezes,
} from '#server/domains/credits/index.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from '../context.ts'
import { findCurrentPayments, type Payment } from '../payments.ts'
import type { Subscription } from '../subscription-states.ts'

const BATCH = 50
const TEXT = t('statement.unpaidPlanEnded')

/** Amount of a payment that stays here, after refunds and lost disputes. */
const kept = ({ amount, refunded, disputed }: Payment) => Math.max(0, amount - refunded - disputed)

/** Whether a promotion left nothing to pay of a period, and of no upgrade in it money has stayed either. */
const isFree = (payments: readonly Payment[]): boolean =>
  payments.some(({ discount }) => discount > 0) && payments.every((payment) => kept(payment) === 0)

/** Whether nothing was paid for the period that runs now because of a promotion. */
export async function isFreePeriod(from: Reader, row: Subscription): Promise<boolean> {
  return isFree(await findCurrentPayments(from, row))
}

/**
 * Takes what is unspent of a period that cost nothing, with the end of its plan. Where jobs hold a part, all of it is
 * frozen until they have ended, for what comes back of them goes too. What was refunded goes by its own rule.
 */
export async function revokeFreePeriod(
  tx: Tx,
  writer: Pick<CreditWriter, 'freeze' | 'withdraw'>,
  row: Subscription,
): Promise<void> {
  const payments = await findCurrentPayments(tx, row)
  if (!isFree(payments)) return
  for (const { id, amount, external_id: payment } of payments) {
    if (amount > 0) continue
    const lots = { userId: row.user_id, payment, key: freePeriodKey(id), text: TEXT }
    if ((await writer.withdraw(lots)) === null) await writer.freeze(lots)
  }
}

/** For the sweep: takes what jobs held when a free period ended, once they have ended. Safe to repeat. */
export async function finishFreePeriods({
  db,
  credits,
}: Pick<PaymentContext, 'db' | 'credits'>): Promise<void> {
  const { rows } = await sql<{ user_id: string; payment: string; key: string }>`
    select user_id, payment, key from ${openFreezes} open
    where starts_with(key, ${FREE_PERIODS}) order by key limit ${BATCH}`.execute(db.kysely)
  for (const { user_id: userId, payment, key } of rows) {
    await transact(db, (tx) => credits.writer(tx).withdraw({ userId, payment, key, text: TEXT }))
  }
}
