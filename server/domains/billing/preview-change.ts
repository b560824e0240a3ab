import type { PlanChoice, UnsaidChangePreview } from '#contract/billing.ts'
import { addMonths } from '#server/domains/credits/index.ts'
import { readMoneyTime } from '#server/platform/db/index.ts'
import type { PaymentContext } from './context.ts'
import { creditMonthAt, MONTHS } from './credit-months.ts'
import {
  assertChangeable,
  assertCollectable,
  isUpgrade,
  type PaidSubscription,
  readPaidSubscription,
  switchOf,
} from './plan-change.ts'
import { monthlyCreditsOf } from './plans.ts'
import { priceThen } from './promotions/terms.ts'
import { restartCredits, upgradeCredits } from './proration.ts'
import { previewTokenOf } from './preview-token.ts'
import { sayInvoiceLine } from './say-invoice-line.ts'

/** What the upgrade grants at once, and until when. */
function creditsNow(
  { row }: PaidSubscription,
  { plan, period }: PlanChoice,
  at: Date,
): { amount: number; until: Date | null } {
  const month = creditMonthAt(row, at)
  const change = { old: row.monthly_credits, new: monthlyCreditsOf(plan), at }
  if (!month) return { amount: 0, until: null }
  return period === row.period
    ? { amount: upgradeCredits({ ...change, ...month }), until: month.end }
    : { amount: restartCredits({ ...change, ...month }), until: addMonths(at, 1) }
}

/** The first payment after an upgrade that is made at this moment. */
export async function nextAfterUpgrade(
  { db }: Pick<PaymentContext, 'db'>,
  { row }: PaidSubscription,
  { choice, at }: { choice: PlanChoice; at: Date },
): Promise<{ amount: number; at: Date }> {
  const next = choice.period === row.period ? row.renews_at : addMonths(at, MONTHS[choice.period])
  return { amount: await priceThen(db.kysely, row, { ...choice, at: next }), at: next }
}

async function previewUpgrade(
  context: PaymentContext,
  paid: PaidSubscription,
  choice: PlanChoice,
): Promise<UnsaidChangePreview> {
  const { provider, db } = context
  const seconds = Math.floor((await readMoneyTime(db.kysely)).getTime() / 1000)
  const at = new Date(seconds * 1000)
  const order = { ...(await switchOf(context, paid, choice)), at }
  const preview = await provider.previewUpgrade(order)
  assertCollectable(context, paid, preview)
  const credits = creditsNow(paid, choice, at)
  const next = await nextAfterUpgrade(context, paid, { choice, at })
  return {
    ...choice,
    takes_effect: 'now',
    takes_effect_at: at.toISOString(),
    amount_due: preview.amountDue,
    currency: preview.currency,
    lines: preview.lines.map(sayInvoiceLine),
    credits_now: credits.amount,
    credits_monthly: monthlyCreditsOf(choice.plan),
    credits_expire_at: credits.until?.toISOString() ?? null,
    next_charge: { amount: next.amount, at: next.at.toISOString() },
    card: await provider.readCard(paid.remote.id),
    proration_date: seconds,
    seen: await previewTokenOf(context, paid, {
      ...choice,
      amountDue: preview.amountDue,
      nextAmount: next.amount,
    }),
  }
}

/**
 * What a change would cost and bring; nothing changes.
 * @throws {AppError} `conflict`, `payment_due`, `invalid`
 */
export async function previewChange(
  context: PaymentContext,
  { userId, choice }: { userId: string; choice: PlanChoice },
): Promise<UnsaidChangePreview> {
  const paid = await readPaidSubscription(context, userId)
  await assertChangeable(context, paid, choice)
  if (isUpgrade(paid.row, choice)) return previewUpgrade(context, paid, choice)
  const at = paid.row.renews_at.toISOString()
  const next = await context.provider.previewScheduled(await switchOf(context, paid, choice))
  return {
    ...choice,
    takes_effect: 'period_end',
    takes_effect_at: at,
    amount_due: 0,
    currency: next.currency,
    lines: [],
    credits_now: 0,
    credits_monthly: monthlyCreditsOf(choice.plan),
    credits_expire_at: null,
    next_charge: { amount: next.amountDue, at },
    card: await context.provider.readCard(paid.remote.id),
    proration_date: null,
    seen: await previewTokenOf(context, paid, {
      ...choice,
      amountDue: 0,
      nextAmount: next.amountDue,
    }),
  }
}
