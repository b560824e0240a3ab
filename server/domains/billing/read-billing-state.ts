import { sql } from 'kysely'
import type { BillingState, Invoice, UnsaidBillingState, UnsaidInvoice } from '#contract/billing.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import { type Db, type Reader, readMoneyTime } from '#server/platform/db/index.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { Payment } from './payments.ts'
import { labelOf } from './plans.ts'
import { findLastingPromotion, priceThen } from './promotions/terms.ts'
import { stateOf, type Subscription } from './subscription-states.ts'
import { findPaidSubscription } from './subscriptions.ts'

const CURRENCY = 'usd'
const SHOWN = 200

const iso = (at: Date | null) => at?.toISOString() ?? null

/** What was paid for. */
export function textOf({ kind, credits, plan, period, reason }: Payment): Text {
  if (kind === 'pack') return t('billing.paidCredits', { count: credits })
  if (kind === 'headshots') return t('billing.paidHeadshots')
  const said = plan
    ? t('billing.paidPlan', { plan: labelOf(plan), period: period ?? 'unknown' })
    : t('billing.paidUnknown')
  return reason === 'upgrade' ? t('billing.paidChange', { said }) : said
}

/** What was given back, or taken back by a bank; that may be more than was paid. */
const paidBack = ({ amount, refunded, disputed }: Payment): number =>
  Math.min(amount, refunded + disputed)

function statusOf(payment: Payment): Invoice['status'] {
  const { status, amount, dispute_status } = payment
  if (status === 'open' || status === 'void') return status
  if (dispute_status === 'open') return 'disputed'
  if (dispute_status === 'lost') return 'dispute_lost'
  const back = paidBack(payment)
  if (back === 0) return 'paid'
  return back >= amount ? 'refunded' : 'partly_refunded'
}

function presentPayment(payment: Payment): UnsaidInvoice {
  return {
    id: payment.id,
    kind: payment.kind,
    number: payment.number,
    text: textOf(payment),
    status: statusOf(payment),
    amount: payment.amount,
    discount: payment.discount,
    refunded: paidBack(payment),
    currency: payment.currency,
    url: payment.url,
    created_at: payment.created_at.toISOString(),
  }
}

async function readPayments(from: Reader, userId: string): Promise<Payment[]> {
  return await from
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
}

/** The invoice that waits for its money. */
export async function findDueInvoice(from: Reader, userId: string): Promise<Payment | undefined> {
  return await from
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('open'))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** The planned attempt, unless it is in the past. */
const plannedAfter = (at: Date | null, now: Date) => (at && at > now ? at : null)

async function nextChargeOf(from: Reader, row: Subscription): Promise<BillingState['next_charge']> {
  // While it is late, what is charged next is the invoice that is due.
  if (row.external_id === null || row.cancel_at || row.status === 'past_due') return null
  const amount = await priceThen(from, row, {
    plan: row.scheduled_plan ?? row.plan,
    period: row.scheduled_period ?? row.period,
    agreed: row.scheduled_price,
    at: row.renews_at,
  })
  return { amount, currency: CURRENCY, at: row.renews_at.toISOString() }
}

async function promotionOf(from: Reader, row: Subscription): Promise<BillingState['promotion']> {
  const promotion = await findLastingPromotion(from, row)
  if (!promotion) return null
  const { code, percent_off, amount_off } = promotion
  return { code, percent_off, amount_off, ends_at: iso(row.discount_ends_at) }
}

function scheduledOf(row: Subscription): BillingState['scheduled'] {
  const { scheduled_plan: plan, scheduled_period: period } = row
  return plan && period ? { plan, period, at: row.renews_at.toISOString() } : null
}

/** Plan, what comes next, and what was paid; from our own books, so it needs no provider. */
export async function readBillingState(
  { db, credits }: { db: Db; credits: Pick<Credits, 'balance'> },
  userId: string,
): Promise<UnsaidBillingState> {
  // First, since it writes what fell due, the end of a plan among it.
  await credits.balance(db, userId)
  const row = await findPaidSubscription(db.kysely, userId)
  const due = await findDueInvoice(db.kysely, userId)
  const payments = await readPayments(db.kysely, userId)
  return {
    plan: row?.plan ?? 'free',
    period: row?.period ?? null,
    renews_at: iso(row?.renews_at ?? null),
    cancel_at: iso(row?.cancel_at ?? null),
    is_given:
      row !== undefined && (row.external_id === null || stateOf(row).life === 'running_out'),
    scheduled: row ? scheduledOf(row) : null,
    payment_due: due !== undefined,
    due_invoice: due
      ? {
          amount: due.amount,
          currency: due.currency,
          url: due.url,
          next_attempt_at: iso(plannedAfter(due.next_attempt_at, await readMoneyTime(db.kysely))),
          is_change: due.reason === 'upgrade',
        }
      : null,
    next_charge: row ? await nextChargeOf(db.kysely, row) : null,
    promotion: row ? await promotionOf(db.kysely, row) : null,
    invoices: payments.map(presentPayment),
  }
}
