import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { applyInvoice, type InvoiceBooks, reasonOf, startSubscription } from './apply-invoice.ts'
import { applyStatus, reviveSubscription } from './apply-status.ts'
import type { PaymentContext } from './context.ts'
import type { Customer } from './customers.ts'
import type { PlanSwitch, RemoteInvoice, RemoteSubscription } from './payment-provider.ts'
import { priceThen } from './promotions/terms.ts'
import { findPayments, isPeriodReturned, type Payment, savePayment } from './payments.ts'
import { type InvoiceChange, readInvoiceChange } from './read-invoice-change.ts'
import { keepsDiscounts } from './promotions/terms.ts'
import { type BillingCase, recordCase } from './cases.ts'
import {
  changeSubscription,
  endSubscription,
  isChanging,
  stateOf,
  type Subscription,
} from './subscription-states.ts'
import { findOpenSubscription, isPaid } from './subscriptions.ts'

/** What was read at the provider, and our version of the row before it was. */
export interface SubscriptionReading {
  customer: Customer
  subscription: RemoteSubscription
  /** Newest first. */
  invoices: RemoteInvoice[]
  /** Null: there was no row. */
  version: number | null
}

/** What is left to be told to the provider once the books are written. */
export interface Remaining {
  /** Invoices that nobody is to pay any more. */
  voids: string[]
  /** A schedule that an upgrade removed. */
  releases: string | null
  /** What an upgrade that was not paid has taken off, to be scheduled again; `key` is that of the request. */
  schedules: { change: Omit<PlanSwitch, 'at'>; key: string } | null
  /** A cancellation that an upgrade removed, with the key of the request that takes it back. */
  keeps: { subscription: RemoteSubscription; key: string } | null
  cancels: boolean
  /** The user whose rejected payments go back. */
  returns: string | null
}

interface Work extends InvoiceBooks {
  context: PaymentContext
  reading: SubscriptionReading
}

async function findRow(tx: Tx, provider: string, id: string): Promise<Subscription | undefined> {
  return await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider', '=', provider)
    .where('external_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Why the money of this invoice must go back; null: it is kept. */
async function findRefusal(
  { tx, context, reading: { customer, subscription } }: Work,
  row: Subscription | undefined,
  { invoice, change }: { invoice: RemoteInvoice; change: InvoiceChange | null },
): Promise<Pick<BillingCase, 'kind' | 'text'> | null> {
  if (customer.closedAt && (!invoice.paidAt || invoice.paidAt >= customer.closedAt)) {
    return {
      kind: 'deleted_account',
      text: 'A deleted account has paid for a plan; the money goes back.',
    }
  }
  if (row?.status === 'ended') {
    const isLate = row.ended_at && invoice.paidAt && invoice.paidAt > row.ended_at
    if (!isLate || subscription.status !== 'ended') return null
    return {
      kind: 'cancelled_subscription',
      text: 'A plan was paid after it had ended; the money goes back.',
    }
  }
  if (row) {
    if (change?.kind !== 'period' || change.end > row.period_start) return null
    return {
      kind: 'period_over',
      text: 'A month or year of a plan was paid when the next one had begun; the money goes back.',
    }
  }
  const other = await findOpenSubscription(tx, customer.userId)
  if (!other || !isPaid(other, context.provider)) return null
  return {
    kind: 'second_subscription',
    text: 'A second plan was paid beside the first; the money goes back.',
  }
}

/** Ends a complimentary plan, or one of an earlier provider, because a paid one replaces it. */
async function endReplaced({ tx, now, reading }: Work): Promise<void> {
  const open = await findOpenSubscription(tx, reading.customer.userId)
  if (open) {
    await endSubscription(tx, open, { at: now, reason: 'replaced' })
  }
}

/** Finds the promotion by the id that we sent along, which comes back as text. */
async function findPromotionId(tx: Tx, told: string | null): Promise<string | null> {
  if (told === null || !isId(told)) return null
  const row = await tx
    .selectFrom('promotions')
    .select('id')
    .where('id', '=', told)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Cents of a whole period of the plan that an invoice is for, with what is off it. */
async function agreedPrice(
  tx: Tx,
  row: Subscription | undefined,
  change: InvoiceChange,
): Promise<number> {
  const { plan, period, price } = change
  if (!row) return price
  const at = change.kind === 'period' ? change.start : change.at
  // As the invoice has it, whatever the subscription pays until it is paid.
  const sold = { ...row, ...(row.plan === plan && row.period === period && { price }) }
  return priceThen(tx, sold, { plan, period, at, agreed: price })
}

async function save(
  work: Work,
  row: Subscription | undefined,
  {
    invoice,
    change,
    status,
  }: { invoice: RemoteInvoice; change: InvoiceChange | null; status: Payment['status'] },
): Promise<Payment> {
  const { context, reading, tx } = work
  const promotion = invoice.discount > 0 ? await findPromotionId(tx, invoice.promotion) : null
  return savePayment(tx, {
    promotion,
    userId: reading.customer.userId,
    provider: context.provider.name,
    invoice,
    reason: reasonOf(row, change),
    status,
    subscriptionId: row?.id ?? null,
    plan: change?.plan ?? null,
    period: change?.period ?? null,
    credits: change?.credits ?? null,
    periodPrice: change && (await agreedPrice(tx, row, change)),
    span: change && {
      start: change.kind === 'period' ? change.start : change.at,
      end: change.end,
    },
  })
}

async function applyPaid(
  work: Work,
  row: Subscription | undefined,
  invoice: RemoteInvoice,
): Promise<Subscription | undefined> {
  const { context, reading, tx } = work
  const { userId } = reading.customer
  const change = readInvoiceChange(invoice)
  const refusal = await findRefusal(work, row, { invoice, change })
  if (refusal) {
    const payment = await save(work, row, { invoice, change, status: 'rejected' })
    await recordCase(tx, {
      ...refusal,
      key: `rejected:${invoice.id}`,
      userId,
      reference: invoice.id,
    })
    await context.onEvent(tx, { type: 'payment_rejected', userId, paymentId: payment.id })
    return row
  }
  let next = row
  if (next && change) {
    next = await applyInvoice(work, next, { change, invoice })
  } else if (change?.kind === 'period') {
    await endReplaced(work)
    const { name: provider } = context.provider
    next = await startSubscription(work, { userId, provider, change, invoice })
  }
  // Grants the months of this period that have begun, before the next invoice starts another period.
  await work.writer.applyDueEntries({ userId })
  const payment = await save(work, row, { invoice, change, status: 'paid' })
  if (next && !row) {
    await tx
      .updateTable('payments')
      .set({ subscription_id: next.id })
      .where('id', '=', payment.id)
      .execute()
  }
  if (invoice.amount > 0) {
    await context.onEvent(tx, { type: 'payment_received', userId, paymentId: payment.id })
  }
  return next && findRow(tx, context.provider.name, reading.subscription.id)
}

/** An invoice that waits for its money; each failed attempt is told once. */
async function applyUnpaid(
  work: Work,
  row: Subscription,
  invoice: RemoteInvoice,
  known: Payment | undefined,
): Promise<void> {
  const change = readInvoiceChange(invoice)
  const status = invoice.status === 'open' ? 'open' : 'void'
  const payment = await save(work, row, { invoice, change, status })
  const isNews = invoice.attempts > (known?.attempts ?? 0)
  if (status !== 'open' || !isNews) return
  await work.context.onEvent(work.tx, {
    type: 'payment_failed',
    userId: row.user_id,
    paymentId: payment.id,
    attempts: invoice.attempts,
    nextAttemptAt: invoice.nextAttemptAt,
  })
}

async function applyInvoices(
  work: Work,
  row: Subscription | undefined,
): Promise<Subscription | undefined> {
  const { tx, context, reading } = work
  const invoices = reading.invoices.filter(({ status }) => status !== 'draft')
  const known = await findPayments(
    tx,
    context.provider.name,
    invoices.map(({ id }) => id),
  )
  let current = row
  for (const invoice of invoices.toReversed()) {
    const payment = known.get(invoice.id)
    // An invoice that the provider has voided may be paid after all.
    const isUpToDate = payment?.status !== 'void' || invoice.status !== 'paid'
    if (payment && payment.status !== 'open' && isUpToDate) continue
    if (invoice.status === 'paid') current = await applyPaid(work, current, invoice)
    else if (current) await applyUnpaid(work, current, invoice, payment)
  }
  return current
}

/** How long after a failed attempt the provider has surely planned the next one, if there is one. */
const PLANNING_MS = 86_400_000

/**
 * Whether the provider has stopped collecting: it says so, or it has planned no further attempt a day after the last
 * one.
 */
async function isAbandoned({ tx, now, context, reading }: Work): Promise<boolean> {
  const { subscription, invoices } = reading
  if (subscription.collectionStopped) return true
  if (subscription.status !== 'past_due') return false
  const failed = invoices.filter(
    ({ status, attempts, nextAttemptAt }) =>
      status === 'open' && attempts > 0 && nextAttemptAt === null,
  )
  const known = await findPayments(
    tx,
    context.provider.name,
    failed.map(({ id }) => id),
  )
  return failed.some(({ id, createdAt }) => {
    const lastAttempt = known.get(id)?.next_attempt_at ?? createdAt
    return now.getTime() - lastAttempt.getTime() >= PLANNING_MS
  })
}

/** Writes `returned` before the provider is told to end the plan: should the refund fail, the plan runs out here. */
async function noteReturned({ tx, context, reading }: Work, row: Subscription): Promise<boolean> {
  const isReturned = await isPeriodReturned(tx, row)
  if (!isReturned || row.returned || row.status === 'ended') return isReturned
  // What fell due may have changed it since.
  const now = await findRow(tx, context.provider.name, reading.subscription.id)
  if (now) await changeSubscription(tx, now, { returned: true })
  return isReturned
}

async function findRejected({ tx, context, reading }: Work): Promise<Payment[]> {
  return await tx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', context.provider.name)
    .where('status', '=', sql.lit('rejected'))
    .where('external_id', 'in', ['', ...reading.invoices.map(({ id }) => id)])
    .execute()
}

/** The planned change to schedule again: an upgrade had removed it, was not paid, and nobody is changing the plan now. */
async function schedulesOf(
  { tx, reading: { subscription } }: Work,
  row: Subscription,
): Promise<Remaining['schedules']> {
  const { scheduled_plan: plan, scheduled_period: period } = row
  if (stateOf(row).schedule !== 'to_be_restored' || isChanging(row) || !plan || !period) {
    return null
  }
  // The new period is not in our books yet; the change is scheduled once it is, for the end of that period.
  if (subscription.status !== 'active' || subscription.periodEnd > row.renews_at) return null
  const keeps = await keepsDiscounts(tx, row, { plan, period })
  return {
    change: { subscription, plan, period, keepsDiscounts: keeps, priceId: row.scheduled_price_id },
    key: `again:${row.id}:${row.version}`,
  }
}

async function findRemaining(work: Work, row: Subscription | undefined): Promise<Remaining> {
  const { subscription, customer, invoices } = work.reading
  const isLive = subscription.status === 'active' || subscription.status === 'past_due'
  const rejected = await findRejected(work)
  const isUnwanted =
    customer.closedAt !== null || (row ? row.status === 'ended' : rejected.length > 0)
  const isOver =
    row !== undefined && ((isLive && (await noteReturned(work, row))) || (await isAbandoned(work)))
  const cancels = isLive && (isUnwanted || isOver)
  const isGone = cancels || subscription.status === 'ended'
  const clears = !isGone && row !== undefined && stateOf(row).schedule === 'to_be_removed'
  const owes = rejected.some(
    ({ amount, refunded, refunds_failed: failed }) => amount > 0 && refunded + failed === 0,
  )
  return {
    voids: isGone ? invoices.filter(({ status }) => status === 'open').map(({ id }) => id) : [],
    releases: clears ? subscription.scheduleId : null,
    schedules: row && !isGone ? await schedulesOf(work, row) : null,
    keeps:
      clears && subscription.cancelAt
        ? { subscription, key: `keep:${row.id}:${row.version}` }
        : null,
    cancels,
    returns: owes ? customer.userId : null,
  }
}

/**
 * Writes what was read of a subscription, in one transaction with the credits that follow from it.
 * @returns what is left to do at the provider, or `outdated` when a newer reading was written meanwhile
 */
export async function applySubscription(
  tx: Tx,
  context: PaymentContext,
  reading: SubscriptionReading,
): Promise<Remaining | 'outdated'> {
  const { userId } = reading.customer
  const { id } = reading.subscription
  const writer = context.credits.writer(tx)
  const { now } = await writer.applyDueEntries({ userId })
  const found = await findRow(tx, context.provider.name, id)
  if ((found?.version ?? null) !== reading.version) return 'outdated'
  const work: Work = { tx, writer, now, context, reading }
  const row = found && (await reviveSubscription(work, found))
  if (!(await applyInvoices(work, row))) return findRemaining(work, undefined)
  const paid = await findRow(tx, context.provider.name, id)
  const current = paid && (await applyStatus(work, paid))
  await writer.applyDueEntries({ userId })
  return findRemaining(work, current)
}
