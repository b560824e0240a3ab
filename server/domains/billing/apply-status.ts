import type { Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import { creditMonthAt } from './credit-months.ts'
import type { InvoiceBooks } from './apply-invoice.ts'
import type { PaymentContext } from './context.ts'
import type { Customer } from './customers.ts'
import type { RemoteSubscription } from './payment-provider.ts'
import { findCurrentPayments, isPeriodReturned } from './payments.ts'
import { labelOf } from './plans.ts'
import { loweredCredits } from './proration.ts'
import { recordCase } from './cases.ts'
import { revokeFreePeriod } from './promotions/free-period.ts'
import {
  changeSubscription,
  isChanging,
  NOTHING_SCHEDULED,
  stateOf,
  type Subscription,
  type SubscriptionChange,
} from './subscription-states.ts'
import { findOpenSubscription } from './subscriptions.ts'
import type { BillingEvent } from './types.ts'

export interface StatusWork extends InvoiceBooks {
  context: Pick<PaymentContext, 'onEvent'>
  reading: { subscription: RemoteSubscription; customer: Pick<Customer, 'closedAt'> }
}

type EndReason = Extract<BillingEvent, { type: 'subscription_ended' }>['reason']

/** Whether its buyer withdrew from a purchase of it. */
async function isWithdrawn(tx: Tx, subscriptionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawals as w')
    .innerJoin('payments as p', 'p.id', 'w.payment_id')
    .select('w.id')
    .where('p.subscription_id', '=', subscriptionId)
    .where('w.confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function findEndReason({ tx, reading }: StatusWork, row: Subscription): Promise<EndReason> {
  const payments = await findCurrentPayments(tx, row)
  if (payments.some(({ dispute_status }) => dispute_status === 'lost')) return 'disputed'
  if (await isWithdrawn(tx, row.id)) return 'withdrawn'
  if (payments.some(({ amount, refunded }) => amount > 0 && refunded >= amount)) return 'refunded'
  return reading.subscription.unpaid || row.status === 'past_due' ? 'payment_failed' : 'cancelled'
}

/** Its end, as the provider tells it. */
async function end(work: StatusWork, row: Subscription): Promise<SubscriptionChange> {
  const reason = await findEndReason(work, row)
  await work.context.onEvent(work.tx, {
    type: 'subscription_ended',
    userId: row.user_id,
    subscriptionId: row.id,
    reason,
  })
  const { endedAt } = work.reading.subscription
  const isTold = endedAt && endedAt > row.period_start && stateOf(row).life !== 'running_out'
  const at = isTold ? endedAt : work.now
  await work.writer.endGrace({ userId: row.user_id })
  await revokeFreePeriod(work.tx, work.writer, row)
  return { status: 'ended', ended_at: at, end_reason: reason }
}

/**
 * A lower plan in the middle of a paid period did not come from here: what is left of the dearer one is taken back, as
 * far as it is unspent, and an operator hears of it.
 */
async function followLowering(
  { tx, writer, now, reading: { subscription } }: StatusWork,
  row: Subscription,
): Promise<SubscriptionChange> {
  const { item } = subscription
  const isSamePeriod = subscription.periodStart < row.renews_at && now < row.renews_at
  if (item?.kind !== 'plan' || !isSamePeriod) return {}
  const old = row.monthly_credits
  const { credits: lower } = item
  const month = creditMonthAt(row, now)
  if (lower >= old || !month) return {}
  const amount = loweredCredits({ old, new: lower, at: now, ...month })
  const payments = await findCurrentPayments(tx, row)
  const key = `lowered:${subscription.id}:${row.version}`
  const { revoked } =
    amount > 0 && payments.length > 0
      ? await writer.clawBack({
          userId: row.user_id,
          payments: payments.map(({ external_id: id }) => id),
          amount,
          externalId: key,
          text: t('statement.planLowered', { from: labelOf(row.plan), to: labelOf(item.plan) }),
        })
      : { revoked: 0 }
  await recordCase(tx, {
    key,
    kind: 'plan_lowered',
    userId: row.user_id,
    reference: subscription.id,
    text:
      `The plan was lowered from ${labelOf(row.plan)} to ${labelOf(item.plan)} at the provider in the middle ` +
      `of a paid period; ${revoked} of ${amount} credits were unspent and are taken back.`,
  })
  return { plan: item.plan, monthly_credits: lower }
}

function scheduledOf(
  { reading: { subscription } }: StatusWork,
  row: Subscription,
): SubscriptionChange {
  const { scheduled, scheduleId, cancelAt } = subscription
  const isLeft = scheduleId !== null || cancelAt !== null
  const { schedule } = stateOf(row)
  if (schedule === 'to_be_removed' && isLeft) return {}
  // A reading from before a change that is being made says nothing of what is to be kept after it.
  const saysNothing = isChanging(row) || (!scheduled && !cancelAt)
  if (schedule === 'to_be_restored' && saysNothing) return {}
  return {
    clears_scheduled: false,
    keeps_scheduled: false,
    scheduled_plan: scheduled?.plan ?? null,
    scheduled_period: scheduled?.period ?? null,
    scheduled_price: scheduled && scheduled.price > 0 ? scheduled.price : null,
    scheduled_price_id: scheduled?.priceId ?? null,
    schedule_id: scheduleId,
    cancel_at: cancelAt,
  }
}

/** Price that the provider charges for each period of the plan that runs. */
function priceOf(
  { reading: { subscription } }: StatusWork,
  { plan, period }: Subscription,
): SubscriptionChange {
  const { item } = subscription
  const isSame = item?.kind === 'plan' && item.plan === plan && item.period === period
  return isSame && item.price > 0 ? { price: item.price } : {}
}

/** Discount on the payments to come, if it is one of our promotions. */
async function discountOf({
  tx,
  reading: { subscription },
}: StatusWork): Promise<SubscriptionChange> {
  const discount = subscription.discounts.find(({ promotion: of }) => of !== null)
  const promotion =
    discount?.promotion &&
    (await tx
      .selectFrom('promotions')
      .select('id')
      .where('external_id', '=', discount.promotion)
      .executeTakeFirst())
  return {
    promotion_id: promotion ? promotion.id : null,
    discount_ends_at: promotion ? discount.endsAt : null,
  }
}

/** The row ended by itself when its time was over, but the plan was resumed at the provider in the last moment. */
export async function reviveSubscription(
  { tx, reading: { subscription } }: StatusWork,
  row: Subscription,
): Promise<Subscription> {
  const goesOn = subscription.status === 'active' || subscription.status === 'past_due'
  const endedByItself = row.status === 'ended' && row.end_reason === 'over'
  if (!endedByItself || !goesOn || subscription.cancelAt !== null) return row
  if (await findOpenSubscription(tx, row.user_id)) return row
  return await changeSubscription(tx, row, {
    status: 'active',
    ended_at: null,
    end_reason: null,
    cancel_at: null,
  })
}

/** Tells once that a plan will end. */
async function tellCancelled(
  { context, tx }: StatusWork,
  row: Subscription,
  endsAt: Date | null | undefined,
): Promise<void> {
  if (!endsAt || row.cancel_at) return
  const { user_id: userId, id: subscriptionId } = row
  await context.onEvent(tx, { type: 'subscription_cancelled', userId, subscriptionId, endsAt })
}

/** The row ended by itself when its time was over; now that the provider says so too, the user is told. */
async function confirmEnd(work: StatusWork, row: Subscription): Promise<SubscriptionChange> {
  if (row.end_reason !== 'over' || work.reading.subscription.status !== 'ended') return {}
  const { user_id: userId, id: subscriptionId } = row
  const reason = 'cancelled'
  const event = { type: 'subscription_ended', userId, subscriptionId, reason } as const
  await work.context.onEvent(work.tx, event)
  return { end_reason: reason }
}

/** Whether the plan was ended for a refund that then failed, so that it is paid to the end of its period. */
async function isPaidAfterAll(
  { tx, now, reading: { customer } }: StatusWork,
  row: Subscription,
): Promise<boolean> {
  const endedSo = row.status !== 'ended' || row.end_reason === 'refunded'
  if (!row.returned || !endedSo || customer.closedAt || now >= row.renews_at) return false
  const open = await findOpenSubscription(tx, row.user_id)
  return (!open || open.id === row.id) && !(await isPeriodReturned(tx, row))
}

/** The provider cannot undo an end, so the rest of the period runs here alone. */
function runOut({ now }: StatusWork, row: Subscription): SubscriptionChange {
  if (stateOf(row).life === 'running_out') return {}
  return {
    status: 'active',
    runs_out: true,
    cancel_at: row.renews_at,
    ended_at: null,
    end_reason: null,
    schedule_id: null,
    ...NOTHING_SCHEDULED,
    clears_scheduled: false,
    keeps_scheduled: false,
    // Months that began meanwhile come now.
    ...(row.status === 'ended' && { paid_at: now }),
  }
}

async function statusOf(work: StatusWork, row: Subscription): Promise<SubscriptionChange> {
  const { status } = work.reading.subscription
  if (status === 'ended' && (await isPaidAfterAll(work, row))) return runOut(work, row)
  if (row.status === 'ended') return confirmEnd(work, row)
  if (status === 'ended') return end(work, row)
  const change = {
    ...scheduledOf(work, row),
    ...(await discountOf(work)),
    ...priceOf(work, row),
    ...(await followLowering(work, row)),
  }
  await tellCancelled(work, row, change.cancel_at)
  if (status === 'past_due' && row.status === 'active') {
    await work.writer.endGrace({ userId: row.user_id })
    return { ...change, status: 'past_due' }
  }
  return status === 'active' ? { ...change, status } : change
}

/** Status, cancellation and what is scheduled, as the provider says. @returns the row after it */
export async function applyStatus(work: StatusWork, row: Subscription): Promise<Subscription> {
  const change = await statusOf(work, row)
  return await changeSubscription(work.tx, row, { ...change, version: row.version + 1 })
}
