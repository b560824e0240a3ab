import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { type Database, transact } from '#server/platform/db/index.ts'
import { AppError, notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { type PaymentContext, type BillingContext, withProvider } from '../context.ts'
import type { Evidence, RemoteDispute } from '../payment-provider.ts'
import type { EvidenceInput } from '../types.ts'

const BATCH = 20

type Kept = Selectable<Database['dispute_evidence']>

const sentAlready = () => userError('conflict', t('billing.evidenceSent'))

/** Writes down what is sent, before it is: a process that ends in between sends it later, and no other than this. */
async function keep(
  context: PaymentContext,
  input: EvidenceInput,
): Promise<{ id: string; isSent: boolean }> {
  const { db, provider } = context
  return transact(db, async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select(['provider', 'dispute_id', 'dispute_status'])
      .where('id', '=', input.paymentId)
      .forUpdate()
      .executeTakeFirst()
    if (!payment?.dispute_id) throw notFound()
    const id = payment.dispute_id
    if (payment.provider !== provider.name || payment.dispute_status !== 'open') {
      throw userError('conflict', t('billing.disputeOver'))
    }
    const before = await tx
      .selectFrom('dispute_evidence')
      .selectAll()
      .where('provider', '=', provider.name)
      .where('dispute_id', '=', id)
      .executeTakeFirst()
    if (before && before.refused === null) {
      if (!isDeepStrictEqual(before.evidence, input.evidence)) throw sentAlready()
      return { id, isSent: before.sent_at !== null }
    }
    const now = { evidence: JSON.stringify(input.evidence), sent_by: input.sentBy }
    await tx
      .insertInto('dispute_evidence')
      .values({ provider: provider.name, dispute_id: id, payment_id: input.paymentId, ...now })
      .onConflict((conflict) =>
        // The provider has refused what was sent before.
        conflict
          .columns(['provider', 'dispute_id'])
          .doUpdateSet({ ...now, refused: null, requested_at: sql<Date>`now()` }),
      )
      .execute()
    await input.onRequested(tx)
    return { id, isSent: false }
  })
}

async function note(context: PaymentContext, id: string, change: Partial<Kept>): Promise<void> {
  await context.db.kysely
    .updateTable('dispute_evidence')
    .set({ sent_at: change.sent_at ?? null, refused: change.refused ?? null })
    .where('provider', '=', context.provider.name)
    .where('dispute_id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** The same for the same words only: what was refused may be said in others. Their order is that of the database or ours. */
const keyOf = (id: string, evidence: Evidence): string => {
  const words = JSON.stringify(Object.entries(evidence).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `evidence:${id}:${createHash('sha256').update(words).digest('base64url').slice(0, 22)}`
}

/** Under one key for a dispute, so that it is sent once however often this is done. */
async function send(context: PaymentContext, id: string, evidence: Evidence): Promise<void> {
  try {
    await context.provider.submitEvidence(id, evidence, keyOf(id, evidence))
  } catch (error) {
    if (error instanceof AppError && error.code === 'provider_error') {
      await note(context, id, { refused: error.message.slice(0, 500) })
    }
    throw error
  }
  await note(context, id, { sent_at: new Date() })
}

/**
 * Sends the provider what speaks for a disputed payment, once for each dispute. The very same again changes nothing.
 * @throws {AppError} `not_found`; `conflict` where the dispute is over or other evidence was sent; `provider_error`, `unavailable`
 */
export async function submitEvidence(context: PaymentContext, input: EvidenceInput): Promise<void> {
  const { id, isSent } = await keep(context, input)
  if (!isSent) await send(context, id, input.evidence)
}

/** Sends what was decided to be sent and was cut off. */
export async function sendWaitingEvidence(context: PaymentContext): Promise<void> {
  const { db, provider, log } = context
  const waiting = await db.kysely
    .selectFrom('dispute_evidence')
    .select(['dispute_id', 'evidence'])
    .where('provider', '=', provider.name)
    .where('sent_at', 'is', null)
    .where('refused', 'is', null)
    .where('evidence', 'is not', null)
    .orderBy('requested_at')
    .limit(BATCH)
    .execute()
  for (const { dispute_id: id, evidence } of waiting) {
    try {
      if (evidence) await send(context, id, evidence)
    } catch (error) {
      // One that is refused must not keep the others; it is noted, and shown to the operator.
      log.error({ err: error, dispute: id }, 'Evidence for a dispute could not be sent')
    }
  }
}

/** Evidence that was sent about somebody's payments, the oldest first, for the copy of their data. */
export async function evidenceOf(
  { db }: Pick<BillingContext, 'db'>,
  userId: string,
): Promise<{ payment: string; evidence: Evidence; requested_at: string }[]> {
  const rows = await db.kysely
    .selectFrom('dispute_evidence as sent')
    .innerJoin('payments as payment', 'payment.id', 'sent.payment_id')
    .select(['sent.payment_id', 'sent.evidence', 'sent.requested_at'])
    .where('payment.user_id', '=', userId)
    .where('sent.evidence', 'is not', null)
    .orderBy('sent.requested_at')
    .execute()
  return rows.map((row) => ({
    payment: row.payment_id,
    evidence: row.evidence ?? {},
    requested_at: row.requested_at.toISOString(),
  }))
}

/** Removes what was said of a deleted account; that something was sent stays with the books. Safe to repeat. */
export async function forgetEvidence(
  { db }: Pick<BillingContext, 'db'>,
  userId: string,
): Promise<void> {
  await db.kysely
    .updateTable('dispute_evidence')
    .set({ evidence: null })
    .where('evidence', 'is not', null)
    .where('payment_id', 'in', (eb) =>
      eb.selectFrom('payments').select('id').where('user_id', '=', userId),
    )
    .execute()
}

/**
 * Empties what was written after its account was deleted, once it was sent or the provider refused it; after a day in any case. Needs no
 * provider. Safe to repeat.
 */
export async function forgetLateEvidence({ db }: Pick<BillingContext, 'db'>): Promise<void> {
  await sql`
    update dispute_evidence sent set evidence = null
    from payments payment join ${people} owner on owner.id = payment.user_id
    where sent.evidence is not null and payment.id = sent.payment_id and owner.closing_at is not null
      and (sent.sent_at is not null or sent.refused is not null
        or sent.requested_at < now() - interval '1 day')`.execute(db.kysely)
}

/** The dispute of a payment as the provider knows it now; null: it knows none, as one that was used before. @throws {AppError} `unavailable` */
export async function readDispute(
  context: BillingContext,
  paymentId: string,
): Promise<RemoteDispute | null> {
  const { db, provider } = withProvider(context)
  const row = await db.kysely
    .selectFrom('payments')
    .select('dispute_id')
    .where('id', '=', paymentId)
    .where('provider', '=', provider.name)
    .executeTakeFirst()
  return row?.dispute_id ? provider.readDispute(row.dispute_id) : null
}

/** The wording on beginning at once and on withdrawal that stood beside the button of a purchase; null: none is known. */
export async function readCheckoutTerms(
  { db }: Pick<BillingContext, 'db'>,
  paymentId: string,
): Promise<{ version: string; at: string } | null> {
  const row = await db.kysely
    .selectFrom('payments as payment')
    .innerJoin('checkouts as checkout', (join) =>
      join
        .onRef('checkout.user_id', '=', 'payment.user_id')
        .onRef('checkout.provider', '=', 'payment.provider')
        .on('checkout.status', '=', sql.lit('paid'))
        .on((eb) =>
          eb.or([
            eb('checkout.session_id', '=', eb.ref('payment.external_id')),
            eb.and([
              eb('payment.kind', '=', sql.lit('plan')),
              eb('checkout.kind', '=', sql.lit('plan')),
              eb('checkout.created_at', '<=', eb.ref('payment.created_at')),
            ]),
          ]),
        ),
    )
    .select(['checkout.terms_version', 'checkout.created_at'])
    .where('payment.id', '=', paymentId)
    .where('checkout.terms_version', 'is not', null)
    .orderBy('checkout.created_at', 'desc')
    .executeTakeFirst()
  return row?.terms_version
    ? { version: row.terms_version, at: row.created_at.toISOString() }
    : null
}
