import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { type Db, sharedSecret } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { BillingContext, PaymentContext } from '../context.ts'
import { CARDS_DAYS, paymentCharges, unreadCharges } from '../relations.ts'
import type { KnownCharge } from '../types.ts'
import { tellSharedCard } from './tell-shared-card.ts'

const BATCH = 20
/** After so many payments in a row that the provider did not answer for, it is asked again at the next run. */
const MOST_UNANSWERED = 3

interface Unread {
  id: string
  intent: string | null
}

/** Payments of the present provider of whose charge nothing is known yet, the oldest first. @param after id of the one before */
async function findUnread(
  { db, provider }: PaymentContext,
  after: string | null,
): Promise<Unread[]> {
  return await db.kysely
    .selectFrom(unreadCharges.as('payment'))
    .select(['payment.id', 'payment.payment_intent as intent'])
    .where('payment.provider', '=', provider.name)
    .$if(after !== null, (query) => query.where('payment.id', '>', after))
    .orderBy('payment.id')
    .limit(BATCH)
    .execute()
}

/**
 * Forgets the cards of payments that are 90 days old, and of accounts that were deleted meanwhile. Needs no provider. Safe to repeat.
 */
async function forgetOldCards({ kysely }: Db): Promise<void> {
  await sql`
    update payment_charges set card_hash = null
    where card_hash is not null and payment_id in (
      select charge.payment_id from ${paymentCharges} charge join ${people} owner on owner.id = charge.user_id
      where charge.card_hash is not null and (owner.closing_at is not null
        or charge.charged_at <= money_now() - make_interval(days => ${CARDS_DAYS})))`.execute(
    kysely,
  )
}

/** Notes what the provider says of the charge of one payment. @throws {AppError} the provider's */
async function readOne(
  context: PaymentContext,
  { id, intent }: Unread,
  secret: Buffer,
): Promise<void> {
  const { db, provider } = context
  const charge = intent === null ? null : await provider.readCharge(intent)
  const fingerprint = charge?.fingerprint ?? null
  const card =
    fingerprint === null ? null : createHmac('sha256', secret).update(fingerprint).digest()
  await db.kysely
    .insertInto('payment_charges')
    .values({
      payment_id: id,
      card_hash: card,
      risk_level: charge?.riskLevel ?? null,
      risk_score: charge?.riskScore ?? null,
      outcome: charge?.outcome ?? null,
      outcome_reason: charge?.outcomeReason ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (card !== null) await tellSharedCard(context, { paymentId: id, card })
}

async function readUnread(context: PaymentContext): Promise<void> {
  const secret = await sharedSecret(context.db, 'card-fingerprints')
  let unanswered = 0
  for (let after: string | null = null; ;) {
    const unread: Unread[] = await findUnread(context, after)
    for (const payment of unread) {
      try {
        await readOne(context, payment, secret)
        unanswered = 0
      } catch (error) {
        // One that fails must not stop the others; it is read at a later run.
        context.log.error({ err: error, payment: payment.id }, 'A charge could not be read')
        if (error instanceof AppError && error.code === 'unavailable') unanswered += 1
        if (unanswered === MOST_UNANSWERED) return
      }
    }
    const last = unread.at(-1)
    if (!last || unread.length < BATCH) return
    after = last.id
  }
}

/**
 * Forgets the hashes of cards whose time is over, whether there is a provider or not; then notes, once for each payment, how the provider
 * judged its charge, and a hash by which the same card is known again. Safe to repeat.
 */
export async function readCharges(context: BillingContext): Promise<void> {
  const { db, provider } = context
  await forgetOldCards(db)
  if (provider) await readUnread({ ...context, provider })
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
