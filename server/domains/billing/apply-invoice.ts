import { addMonths, type CreditWriter, isoDate, grantKeys } from '#server/domains/credits/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import { creditMonth, creditMonthAt } from './credit-months.ts'
import type { RemoteInvoice } from './payment-provider.ts'
import { labelOf } from './plans.ts'
import { restartCredits, upgradeCredits } from './proration.ts'
import type { InvoiceChange } from './read-invoice-change.ts'
import {
  changeSubscription,
  NOTHING_SCHEDULED,
  openSubscription,
  stateOf,
  type Subscription,
  type SubscriptionChange,
} from './subscription-states.ts'

export interface InvoiceBooks {
  tx: Tx
  writer: CreditWriter
  /** Now, by the billing clock. */
  now: Date
}

type Change<K extends InvoiceChange['kind']> = Extract<InvoiceChange, { kind: K }>

/** When the invoice was paid, as the provider says; never later than now by our own clock. */
function paidAt({ now }: InvoiceBooks, invoice: RemoteInvoice): Date {
  return invoice.paidAt && invoice.paidAt < now ? invoice.paidAt : now
}

/** The old anchor as long as the new period starts a whole number of months after it, else the new start. */
function anchorOf(row: Subscription, start: Date): Date {
  const months =
    (start.getUTCFullYear() - row.anchor.getUTCFullYear()) * 12 +
    start.getUTCMonth() -
    row.anchor.getUTCMonth()
  return addMonths(row.anchor, months).getTime() === start.getTime() ? row.anchor : start
}

/** The next period is paid; its months are granted when they begin. */
async function renew(
  books: InvoiceBooks,
  row: Subscription,
  { change, invoice }: { change: Change<'period'>; invoice: RemoteInvoice },
): Promise<Subscription> {
  const renewed = await changeSubscription(books.tx, row, {
    plan: change.plan,
    period: change.period,
    monthly_credits: change.credits,
    anchor: anchorOf(row, change.start),
    period_start: change.start,
    renews_at: change.end,
    paid_by: invoice.id,
    paid_at: paidAt(books, invoice),
    credit_months_granted: 0,
    models_since: null,
    // A dispute or refund of an earlier period has no part in what this payment brings.
    grants_paused: false,
    returned: false,
    ...removesDone(row, change),
  })
  await books.writer.endGrace({ userId: row.user_id, at: paidAt(books, invoice) })
  return renewed
}

/** Removes a planned change that has taken effect. One that was not restored in time waits for the end of this period. */
function removesDone(row: Subscription, { plan, period }: Change<'period'>): SubscriptionChange {
  const isDone = row.scheduled_plan === plan && row.scheduled_period === period
  if (stateOf(row).schedule === 'to_be_restored' && !isDone) return {}
  return { keeps_scheduled: false, ...NOTHING_SCHEDULED }
}

/** A new period begins in the middle of the old one: monthly to yearly. Its first month is what the money bought. */
async function restart(
  books: InvoiceBooks,
  row: Subscription,
  { change, invoice }: { change: Change<'period'>; invoice: RemoteInvoice },
): Promise<Subscription> {
  const { replaced } = change
  const month = replaced && creditMonthAt(row, replaced.at)
  const { credits: full } = change
  const amount =
    replaced && month
      ? restartCredits({
          old: replaced.credits,
          new: full,
          at: replaced.at,
          ...month,
        })
      : full
  // The second of the preview, from which money and credits were reckoned; the provider's period begins when it is told.
  const anchor = replaced && month ? replaced.at : change.start
  const end = addMonths(anchor, 1)
  if (amount > 0) {
    await books.writer.grant({
      userId: row.user_id,
      kind: 'plan',
      amount,
      expiresAt: end < change.end ? end : change.end,
      externalId: grantKeys.upgrade(invoice.id),
      payment: invoice.id,
      text: t('statement.planChanged', {
        plan: labelOf(change.plan),
        period: change.period,
        day: { day: isoDate(end) },
      }),
      at: paidAt(books, invoice),
    })
  }
  return changeSubscription(books.tx, row, {
    plan: change.plan,
    period: change.period,
    monthly_credits: full,
    anchor,
    period_start: anchor,
    renews_at: change.end,
    paid_by: invoice.id,
    paid_at: paidAt(books, invoice),
    credit_months_granted: 1,
    grants_paused: false,
    models_since: month?.index === 0 ? (row.models_since ?? month.start) : (month?.start ?? null),
    ...removesScheduled(row),
  })
}

/** An immediate change removes a planned one; the provider is told later (`to_be_removed`). */
function removesScheduled(row: Subscription): SubscriptionChange {
  if (row.scheduled_plan === null && row.cancel_at === null) return {}
  return {
    clears_scheduled: true,
    keeps_scheduled: false,
    ...NOTHING_SCHEDULED,
    cancel_at: null,
  }
}

/** The rest of the period costs more from `at` on, and the rest of the credit month brings more. */
async function upgrade(
  books: InvoiceBooks,
  row: Subscription,
  { change, invoice }: { change: Change<'rest'>; invoice: RemoteInvoice },
): Promise<Subscription> {
  const { from: old, credits: full } = change
  const month = creditMonthAt(row, change.at)
  if (full <= old || !month) return row
  const grant = async (amount: number, end: Date, externalId: string) => {
    if (amount === 0) return
    await books.writer.grant({
      userId: row.user_id,
      kind: 'plan',
      amount,
      expiresAt: end,
      externalId,
      payment: invoice.id,
      text: t('statement.planChanged', {
        plan: labelOf(change.plan),
        period: 'same',
        day: { day: isoDate(end) },
      }),
      at: paidAt(books, invoice),
    })
  }
  const amount = upgradeCredits({ old, new: full, at: change.at, ...month })
  await grant(amount, month.end, grantKeys.upgrade(invoice.id))
  // It was paid later than decided: months that began meanwhile were granted at the old plan.
  for (let index = month.index + 1; index < row.credit_months_granted; index += 1) {
    const later = creditMonth(row, index)
    if (later) await grant(full - old, later.end, grantKeys.upgrade(invoice.id, later.start))
  }
  return changeSubscription(books.tx, row, {
    plan: change.plan,
    monthly_credits: full,
    ...removesScheduled(row),
  })
}

/** A subscription's first paid invoice makes its row. */
export async function startSubscription(
  books: InvoiceBooks,
  {
    userId,
    provider,
    change,
    invoice,
  }: {
    userId: string
    provider: string
    change: Change<'period'>
    invoice: RemoteInvoice
  },
): Promise<Subscription> {
  return await openSubscription(books.tx, {
    user_id: userId,
    plan: change.plan,
    period: change.period,
    monthly_credits: change.credits,
    anchor: change.start,
    period_start: change.start,
    renews_at: change.end,
    provider,
    created_at: books.now,
    external_id: invoice.subscription,
    paid_by: invoice.id,
    paid_at: paidAt(books, invoice),
  })
}

/** @returns the subscription as the invoice leaves it */
export async function applyInvoice(
  books: InvoiceBooks,
  row: Subscription,
  { change, invoice }: { change: InvoiceChange; invoice: RemoteInvoice },
): Promise<Subscription> {
  if (change.kind === 'rest') return upgrade(books, row, { change, invoice })
  return change.start >= row.renews_at
    ? renew(books, row, { change, invoice })
    : restart(books, row, { change, invoice })
}

/** Why an invoice was made, for the list of payments. */
export function reasonOf(
  row: Subscription | undefined,
  change: InvoiceChange | null,
): 'start' | 'renewal' | 'upgrade' {
  if (!row) return 'start'
  return change?.kind === 'period' && change.start >= row.renews_at ? 'renewal' : 'upgrade'
}
