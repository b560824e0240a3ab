import type { PlanChoice } from '#contract/billing.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { readMoneyTime } from '#server/platform/db/index.ts'
import type { PaymentContext } from './context.ts'
import { creditMonthAt } from './credit-months.ts'
import {
  assertChangeable,
  assertCollectable,
  findPaying,
  isUpgrade,
  type PaidSubscription,
  readPaidSubscription,
  switchOf,
  whileChanging,
} from './plan-change.ts'
import { findDueInvoice } from './read-billing-state.ts'
import { nextAfterUpgrade } from './preview-change.ts'
import { assertOffered, assertPreviewToken, showedOffer } from './preview-token.ts'
import { changeSubscription, stateOf } from './subscription-states.ts'
import { syncSubscription } from './sync-subscription.ts'

/** How old the moment of a preview may be: the price that was shown is charged. */
const PREVIEW_LASTS_SECONDS = 600

interface ChangeInput {
  userId: string
  choice: PlanChoice
  /** `proration_date` and `seen` of the preview; null where nobody looked at one. */
  shown: number | null
  seen: string | null
}

export interface ChangeResult {
  status: 'changed' | 'scheduled' | 'payment_pending'
  /** Where the payment is completed. */
  url: string | null
}

/**
 * The moment that money and credits are reckoned from: that of the preview if it is fresh, else now.
 * @throws {AppError} `invalid` for a moment of no preview
 */
async function momentOf(
  { db }: PaymentContext,
  { row }: PaidSubscription,
  shown: number | null,
): Promise<Date> {
  const now = Math.floor((await readMoneyTime(db.kysely)).getTime() / 1000)
  if (shown === null) return new Date(now * 1000)
  const at = new Date(shown * 1000)
  const isFresh = shown <= now && shown >= now - PREVIEW_LASTS_SECONDS
  if (!isFresh || !creditMonthAt(row, at)) {
    throw invalidField('proration_date', t('billing.priceOutOfDate'))
  }
  return at
}

/** Written before the schedule is released: if this process dies, the next reading schedules the change again. */
async function keepScheduled({ db }: PaymentContext, row: PaidSubscription['row']): Promise<void> {
  if (stateOf(row).schedule !== 'planned') return
  await changeSubscription(db.kysely, row, { keeps_scheduled: true })
}

/** Schedules again what an upgrade has removed that was not paid; if that fails, the sweep does it later. */
async function setAgain(context: PaymentContext, row: PaidSubscription['row']): Promise<void> {
  const waiting = await context.db.kysely
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', row.id)
    .where('keeps_scheduled', '=', true)
    .executeTakeFirst()
  if (!waiting) return
  try {
    await syncSubscription(context, row.external_id)
  } catch (error) {
    context.log.warn({ err: error, subscription: row.external_id }, 'A scheduled change waits')
  }
}

async function upgrade(
  context: PaymentContext,
  paid: PaidSubscription,
  { choice, at, seen }: { choice: PlanChoice; at: Date; seen: string | null },
): Promise<ChangeResult> {
  const { provider } = context
  const { row, remote } = paid
  const order = { ...(await switchOf(context, paid, choice)), at }
  const preview = await provider.previewUpgrade(order)
  assertCollectable(context, paid, preview)
  const { amount: nextAmount } = await nextAfterUpgrade(context, paid, { choice, at })
  assertOffered(seen, { ...choice, amountDue: preview.amountDue, nextAmount })
  const key = `change:${row.id}:${row.version}:${choice.plan}:${choice.period}:${at.getTime()}`
  // What is managed by a schedule is not changed beside it. If the change is not paid, it is set again.
  if (remote.scheduleId !== null) {
    await keepScheduled(context, row)
    await provider.releaseSchedule(remote.scheduleId, `release:${remote.scheduleId}`)
  }
  const failure = await provider.upgrade(order, key).then(
    () => null,
    (error: unknown) => error,
  )
  // Only what the provider has refused is certain not to have been charged.
  if (failure !== null && !isUncertain(failure)) throw failure
  const isRead = await readAfter(context, row)
  const after = await findPaying(context, row.user_id)
  if (after.plan === choice.plan && after.period === choice.period) {
    return { status: 'changed', url: null }
  }
  const due = await findDueInvoice(context.db.kysely, row.user_id)
  if (failure !== null && isRead && !due) throw failure
  return { status: 'payment_pending', url: due?.url ?? null }
}

/** The provider may have done it although it did not answer. */
const isUncertain = (error: unknown) => error instanceof AppError && error.code === 'unavailable'

/**
 * Brings our books up to date with what was done at the provider. A failure here must not make a charged upgrade look
 * refused: the provider's events repeat it later. @returns whether they do now
 */
async function readAfter(context: PaymentContext, row: PaidSubscription['row']): Promise<boolean> {
  try {
    return await syncSubscription(context, row.external_id)
  } catch (error) {
    context.log.warn({ err: error, subscription: row.external_id }, 'A change is applied later')
    return false
  }
}

async function schedule(
  context: PaymentContext,
  paid: PaidSubscription,
  { choice, seen }: { choice: PlanChoice; seen: string | null },
): Promise<ChangeResult> {
  const { provider } = context
  const { row, remote } = paid
  const change = await switchOf(context, paid, choice)
  if (showedOffer(seen)) {
    const { amountDue: nextAmount } = await provider.previewScheduled(change)
    assertOffered(seen, { ...choice, amountDue: 0, nextAmount })
  }
  const key = `schedule:${row.id}:${row.version}:${choice.plan}:${choice.period}`
  await provider.keepGoing(remote, `${key}:keep`)
  await provider.scheduleChange(change, key)
  await syncSubscription(context, row.external_id)
  return { status: 'scheduled', url: null }
}

/**
 * Changes the plan: an upgrade at once, as soon as it is paid; anything else at the end of the paid period.
 * @throws {AppError} `conflict`, `payment_due`, `invalid`, `account_limited`
 */
export async function changePlan(
  context: PaymentContext,
  { userId, choice, shown, seen }: ChangeInput,
): Promise<ChangeResult> {
  const row = await findPaying(context, userId)
  try {
    return await whileChanging(context, row, async () => {
      const paid = await readPaidSubscription(context, userId)
      await assertPreviewToken(context, paid, seen)
      await assertChangeable(context, paid, choice)
      // Another plan is bought, now or from the end of the period on.
      await requireUnlimited(context.db.kysely, userId)
      if (paid.remote.item?.kind !== 'plan') {
        throw new AppError('conflict', `Subscription ${paid.remote.id} sells nothing of ours`, {
          userMessage: null,
        })
      }
      if (!isUpgrade(paid.row, choice)) return schedule(context, paid, { choice, seen })
      return upgrade(context, paid, { choice, seen, at: await momentOf(context, paid, shown) })
    })
  } finally {
    await setAgain(context, row)
  }
}
