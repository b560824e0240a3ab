import { sql } from 'kysely'
import { transact } from '#server/platform/db/index.ts'
import { recordCase } from '../cases.ts'
import type { PaymentContext } from '../context.ts'
import { dailyKey } from '../first-purchases.ts'
import { paymentCharges } from '../relations.ts'

/**
 * Tells the operator, once a card and day, that more people than they allow paid for the first time with one card within 24 hours.
 * A card is known only once it has paid, and families share theirs, so nothing is refused or given back by itself: people decide.
 * Asked after each charge was written, the last of several at once counts them all.
 */
export async function tellSharedCard(
  { db, firstPurchases }: Pick<PaymentContext, 'db' | 'firstPurchases'>,
  { paymentId, card }: { paymentId: string; card: Buffer },
): Promise<void> {
  const { perCard: most } = firstPurchases()
  if (most === 0) return
  await transact(db, async (tx) => {
    const { rows } = await sql<{ user_id: string; payment_id: string; external_id: string }>`
      select distinct on (charge.user_id) charge.user_id, charge.payment_id, payment.external_id
      from ${paymentCharges} charge join payments payment on payment.id = charge.payment_id
      where charge.card_hash = ${card} and charge.charged_at > money_now() - interval '1 day'
        and payment.status = 'paid' and payment.amount > 0 and not exists (
          select from payments earlier
          where earlier.user_id = charge.user_id and earlier.status = 'paid' and earlier.amount > 0
            and earlier.paid_at < payment.paid_at)
      order by charge.user_id`.execute(tx)
    if (rows.length <= most) return
    const own = rows.find(({ payment_id: id }) => id === paymentId)
    if (!own) return
    await recordCase(tx, {
      key: await dailyKey(tx, 'shared-card', card),
      kind: 'shared_card',
      userId: own.user_id,
      reference: own.external_id,
      text: `${rows.length} accounts have paid for the first time with one card within 24 hours. Nothing was refused: look at the accounts linked to this one, and give back or limit what is not in order.`,
    })
  })
}
