import { sql } from 'kysely'
import type { AdminPayment } from '#contract/admin-payment.ts'
import { admin } from '#contract/admin.ts'
import { people } from '#server/domains/accounts/index.ts'
import {
  MONTHS,
  type Payment,
  paymentCharges,
  payments,
  subscriptions,
} from '#server/domains/billing/index.ts'
import { creditLots } from '#server/domains/credits/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId, isStorableText, likePattern } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { recordAuditEvent } from './audit.ts'
import type { AdminContext } from './context.ts'

interface Books {
  email: string
  /** Credits that it has brought so far, and those of them that can still be spent. */
  granted: number
  remaining: number
  /** Credits a month of the plan whose running period it pays, and how many months of it were granted; null where it pays none. */
  running: number | null
  months: number | null
  risk_level: string | null
  risk_score: number | null
}

type Shown = Payment & Books

const listed = (from: AdminContext['db']['kysely']) =>
  from
    .selectFrom(payments.as('p'))
    .innerJoin(people.as('owner'), 'owner.id', 'p.user_id')
    .leftJoin(subscriptions.as('running'), (join) =>
      join
        .onRef('running.provider', '=', 'p.provider')
        .onRef('running.paid_by', '=', 'p.external_id')
        .on('running.status', '<>', sql.lit('ended')),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(creditLots.as('lot'))
          .select([
            sql<number>`coalesce(sum(lot.granted), 0)::integer`.as('granted'),
            sql<number>`coalesce(sum(lot.remaining), 0)::integer`.as('remaining'),
          ])
          .whereRef('lot.user_id', '=', 'p.user_id')
          .whereRef('lot.payment', '=', 'p.external_id')
          .as('lots'),
      (join) => join.onTrue(),
    )
    .leftJoin(paymentCharges.as('charge'), 'charge.payment_id', 'p.id')
    .selectAll('p')
    .select(['charge.risk_level', 'charge.risk_score'])
    .select(['owner.email', sql<number>`lots.granted`.as('granted')])
    .select([sql<number>`lots.remaining`.as('remaining')])
    .select(['running.monthly_credits as running', 'running.credit_months_granted as months'])

const leftOf = ({ amount, refunded, disputed }: Shown): number =>
  Math.max(0, amount - refunded - disputed)

/** Credits that a payment has not brought yet: the months of a year that are still to come, or never came. */
function toComeOf(row: Shown): number {
  const { status, kind, reason, plan, period, credits, granted, running, months } = row
  if (status !== 'paid' || kind === 'pack' || !period) return 0
  if (running && months !== null) {
    return running * (MONTHS[period] - months)
  }
  // Of an upgrade that is what it has granted: more comes with the payment of the period.
  return plan && reason !== 'upgrade' ? Math.max(0, credits * MONTHS[period] - granted) : 0
}

/** What can still be spent, and what is to come; of that, too, the share that was paid back is taken. */
function unspentOf(row: Shown): number {
  if (row.amount === 0) return 0
  return row.remaining + Math.floor((toComeOf(row) * leftOf(row)) / row.amount)
}

/** Price x unspent share, at most what is left of the payment. */
function suggestedRefund(row: Shown): number {
  const bought = row.granted + toComeOf(row)
  if (row.status !== 'paid' || bought === 0) return 0
  return Math.min(leftOf(row), Math.floor((row.amount * unspentOf(row)) / bought))
}

const present = (row: Shown): AdminPayment => ({
  id: row.id,
  user: row.user_id,
  email: row.email,
  kind: row.kind,
  reason: row.reason,
  plan: row.plan,
  period: row.period,
  credits: row.credits,
  number: row.number,
  status: row.status,
  amount: row.amount,
  refunded: row.refunded,
  disputed: row.disputed,
  currency: row.currency,
  unspent: unspentOf(row),
  refundable: row.status === 'paid' && row.payment_intent !== null ? leftOf(row) : 0,
  suggested_refund: suggestedRefund(row),
  risk: row.risk_level === null ? null : { level: row.risk_level, score: row.risk_score },
  dispute: row.dispute_status,
  created_at: row.created_at.toISOString(),
})

export interface PaymentQuery extends KeysetQuery {
  search?: string | undefined
  paid_from?: string | undefined
  paid_to?: string | undefined
}

/** One page, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listPayments(
  { db }: AdminContext,
  query: PaymentQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminPayment[] }> {
  const search = query.search?.trim()
  if (search !== undefined && !isStorableText(search)) {
    return { next: null, previous: null, results: [] }
  }
  let rows = listed(db.kysely)
  if (search && isId(search)) {
    rows = rows.where((eb) => eb.or([eb('p.id', '=', search), eb('p.user_id', '=', search)]))
  } else if (search) {
    rows = rows.where('owner.email', 'ilike', likePattern(search))
  }
  const { paid_from: from, paid_to: to } = query
  if (from !== undefined) rows = rows.where('p.paid_at', '>=', new Date(from))
  if (to !== undefined) rows = rows.where('p.paid_at', '<', new Date(to))
  const { path } = admin.payments
  const { items, ...links } = await readPage(rows, { id: 'p.id', path, query, usually: 50 })
  return { ...links, results: items.map(present) }
}

async function readPayment({ db }: AdminContext, id: string): Promise<Shown> {
  const row = isId(id) ? await listed(db.kysely).where('p.id', '=', id).executeTakeFirst() : null
  if (!row) throw notFound()
  return row
}

interface RefundInput {
  key: string
  amount: number
  reason: string
}

/** Writes the audit event before any money moves; the same key is written once. */
async function note(tx: Tx, adminId: string, payment: Shown, input: RefundInput): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund:${payment.id}`}, 0))`.execute(
    tx,
  )
  const known = await tx
    .selectFrom('audit_log')
    .select(['subject', 'data'])
    .where('action', '=', 'refund_requested')
    .where('user_id', '=', payment.user_id)
    .where(sql<string>`data ->> 'key'`, '=', input.key)
    .executeTakeFirst()
  if (known) {
    const { amount } = known.data as { amount: number }
    if (known.subject === `payment ${payment.id}` && amount === input.amount) return
    throw userError('idempotency_mismatch', t('console.otherRefund'))
  }
  if (input.amount > leftOf(payment)) {
    throw invalidField('amount', t('console.moreThanLeft'))
  }
  await recordAuditEvent(tx, {
    actorId: adminId,
    action: 'refund_requested',
    userId: payment.user_id,
    subject: `payment ${payment.id}`,
    reason: input.reason,
    data: { key: input.key, amount: input.amount, currency: payment.currency },
  })
}

/**
 * Gives money of a payment back, with a reason; the credits follow. The same key changes nothing a second time.
 * @throws {AppError} `not_found`; `invalid` for more than is left; `idempotency_mismatch`; `conflict`; the provider's
 */
export async function refundPayment(
  context: AdminContext,
  adminId: string,
  id: string,
  input: RefundInput,
): Promise<AdminPayment> {
  const payment = await readPayment(context, id)
  await transact(context.db, (tx) => note(tx, adminId, payment, input))
  await context.billing.refundPayment({ paymentId: id, amount: input.amount, key: input.key })
  return present(await readPayment(context, id))
}
