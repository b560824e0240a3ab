import { sql } from 'kysely'
import type { PlanChoice } from '#contract/billing.ts'
import { isoDate } from '#server/domains/credits/index.ts'
import { type AppError, invalidField, userError } from '#server/platform/errors.ts'
import { formatMoney, t } from '#server/texts/index.ts'
import type { PaymentContext } from './context.ts'
import type { PlanSwitch, RemotePreview, RemoteSubscription } from './payment-provider.ts'
import { monthlyCreditsOf } from './plans.ts'
import { keepsDiscounts } from './promotions/terms.ts'
import { findDueInvoice } from './read-billing-state.ts'
import { claimChange, releaseChange, type Subscription } from './subscription-states.ts'
import { findPaidSubscription, isPaid } from './subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

/** A subscription that somebody pays for, here and at the provider. */
export interface PaidSubscription {
  row: Subscription & { external_id: string }
  remote: RemoteSubscription
}

function noPlan(): AppError {
  return userError('conflict', t('billing.noPaidPlan'))
}

function paymentDue(): AppError {
  return userError('payment_due', t('billing.unpaidInvoice'))
}

/** @throws {AppError} `conflict` when nobody pays for a plan */
export async function findPaying(
  { db, provider }: Pick<PaymentContext, 'db' | 'provider'>,
  userId: string,
): Promise<PaidSubscription['row']> {
  const row = await findPaidSubscription(db.kysely, userId)
  if (!row || row.external_id === null || !isPaid(row, provider)) throw noPlan()
  return { ...row, external_id: row.external_id }
}

/**
 * The user's subscription as it is at the provider at this moment, with the books brought up to it.
 * @throws {AppError} `conflict` when there is none
 */
export async function readPaidSubscription(
  context: PaymentContext,
  userId: string,
): Promise<PaidSubscription> {
  const { external_id: id } = await findPaying(context, userId)
  await syncSubscription(context, id)
  const remote = await context.provider.readSubscription(id)
  if (!remote || remote.status === 'ended') throw noPlan()
  return { row: await findPaying(context, userId), remote }
}

/**
 * @throws {AppError} `payment_due` while an invoice is unpaid or the renewal is being charged, `invalid` for the plan
 *   that one has
 */
export async function assertChangeable(
  { db }: Pick<PaymentContext, 'db'>,
  { row }: PaidSubscription,
  { plan, period }: PlanChoice,
): Promise<void> {
  if (row.plan === plan && row.period === period) {
    throw invalidField('plan', t('billing.currentPlan'))
  }
  const { rows } = await sql<{ over: boolean }>`
    select ${row.renews_at}::timestamptz <= money_now() as over`.execute(db.kysely)
  if (row.status === 'past_due' || rows[0]?.over === true) throw paymentDue()
  if (await findDueInvoice(db.kysely, row.user_id)) throw paymentDue()
}

/**
 * A charge below the provider's minimum would not be collected now: the upgrade would come without its payment.
 * @throws {AppError} `conflict`
 */
export function assertCollectable(
  { provider: { minimumCharge } }: Pick<PaymentContext, 'provider'>,
  { row }: PaidSubscription,
  { owed, currency }: Pick<RemotePreview, 'owed' | 'currency'>,
): void {
  if (owed <= 0 || owed >= minimumCharge) return
  throw userError(
    'conflict',
    t('billing.differenceTooSmall', {
      money: formatMoney(minimumCharge, currency),
      day: { day: isoDate(row.renews_at) },
    }),
  )
}

/** Request to the provider for a change of plan, at once or at the end of its period. */
export async function switchOf(
  { db }: Pick<PaymentContext, 'db'>,
  { row, remote }: { row: Subscription; remote: RemoteSubscription },
  { plan, period }: PlanChoice,
): Promise<Omit<PlanSwitch, 'at'>> {
  const keeps = await keepsDiscounts(db.kysely, row, { plan, period })
  return { subscription: remote, plan, period, keepsDiscounts: keeps, priceId: null }
}

/** At once only if it brings no fewer credits a month and is not from yearly to monthly. */
export function isUpgrade(
  row: Pick<Subscription, 'monthly_credits' | 'period'>,
  to: PlanChoice,
): boolean {
  if (row.period === 'yearly' && to.period === 'monthly') return false
  return monthlyCreditsOf(to.plan) >= row.monthly_credits
}

/**
 * Runs `act` alone among all changes of this subscription.
 * @throws {AppError} `conflict` while another one runs
 */
export async function whileChanging<T>(
  { db }: Pick<PaymentContext, 'db'>,
  row: Pick<Subscription, 'id'>,
  act: () => Promise<T>,
): Promise<T> {
  const until = await claimChange(db.kysely, row)
  try {
    return await act()
  } finally {
    await releaseChange(db.kysely, row, until)
  }
}
