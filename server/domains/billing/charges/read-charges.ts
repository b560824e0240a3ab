import { createHmac } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { type Db, sharedSecret } from '#server/platform/db/index.ts'
import type { PaymentContext } from '../context.ts'
import type { KnownCharge } from '../types.ts'

const BATCH = 20
/** Days that the hash of a card is kept. */
const CARDS_DAYS = 90

/** Payments of the present provider of whose charge nothing is known yet, the newest first. */
async function findUnread({ db, provider }: PaymentContext) {
  return await db.kysely
    .selectFrom('payments as payment')
    .leftJoin('payment_charges as charge', 'charge.payment_id', 'payment.id')
    .select(['payment.id', 'payment.payment_intent as intent'])
    .where('payment.provider', '=', provider.name)
    .where('payment.status', 'in', ['paid', 'rejected'])
    .where('payment.payment_intent', 'is not', null)
    .where('charge.payment_id', 'is', null)
    .where(sql<SqlBool>`payment.created_at > money_now() - make_interval(days => ${CARDS_DAYS})`)
    .orderBy('payment.id', 'desc')
    .limit(BATCH)
    .execute()
}

async function forgetOldCards({ kysely }: Db): Promise<void> {
  await kysely
    .updateTable('payment_charges')
    .set({ card_hash: null })
    .where('card_hash', 'is not', null)
    .where(sql<SqlBool>`read_at < now() - make_interval(days => ${CARDS_DAYS})`)
    .execute()
}

/**
 * Notes, once for each payment, how the provider judged its charge, and a hash by which the same card is known again.
 * Safe to repeat.
 * @throws {AppError} the provider's
 */
export async function readCharges(context: PaymentContext): Promise<void> {
  const { db, provider } = context
  const unread = await findUnread(context)
  const secret = await sharedSecret(db, 'card-fingerprints')
  for (const { id, intent } of unread) {
    const charge = intent === null ? null : await provider.readCharge(intent)
    const fingerprint = charge?.fingerprint ?? null
    await db.kysely
      .insertInto('payment_charges')
      .values({
        payment_id: id,
        card_hash:
          fingerprint === null ? null : createHmac('sha256', secret).update(fingerprint).digest(),
        risk_level: charge?.riskLevel ?? null,
        risk_score: charge?.riskScore ?? null,
        outcome: charge?.outcome ?? null,
        outcome_reason: charge?.outcomeReason ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await forgetOldCards(db)
}

/** How the provider rated the risk of somebody's payments, the oldest first. */
export async function chargesOf({ kysely }: Db, userId: string): Promise<KnownCharge[]> {
  const rows = await kysely
    .selectFrom('payment_charges as charge')
    .innerJoin('payments as payment', 'payment.id', 'charge.payment_id')
    .select(['payment.id', 'risk_level', 'risk_score', 'outcome', 'card_hash'])
    .where('payment.user_id', '=', userId)
    .orderBy('payment.id')
    .execute()
  return rows.map(({ id, card_hash: hash, ...risk }) => ({
    payment: id,
    ...risk,
    card_known: hash !== null,
  }))
}

/** Removes the hashes of a deleted account's cards. Safe to repeat. */
export async function forgetCards({ kysely }: Db, userId: string): Promise<void> {
  await kysely
    .updateTable('payment_charges')
    .set({ card_hash: null })
    .where('payment_id', 'in', (eb) =>
      eb.selectFrom('payments').select('id').where('user_id', '=', userId),
    )
    .where('card_hash', 'is not', null)
    .execute()
}
