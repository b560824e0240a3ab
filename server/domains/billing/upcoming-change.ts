import type { UnsaidUpcomingChange } from '#contract/billing.ts'
import { readMoneyTime } from '#server/platform/db/index.ts'
import type { PaymentContext } from './context.ts'
import { creditMonth } from './credit-months.ts'
import type { Course, RemoteSubscription } from './payment-provider.ts'
import { type PaidSubscription, switchOf } from './plan-change.ts'
import { isFreePeriod } from './promotions/free-period.ts'
import { priceThen } from './promotions/terms.ts'
import { findDueInvoice } from './read-billing-state.ts'
import { previewTokenOf } from './preview-token.ts'
import { sayInvoiceLine } from './say-invoice-line.ts'

const CURRENCY = 'usd'

/** The next charge, as the provider previews it; while a renewal is being charged, that renewal. */
async function nextCharge(
  { provider, db }: PaymentContext,
  { row, remote }: PaidSubscription,
  { course, kept }: { course: Course; kept: RemoteSubscription['scheduled'] },
): Promise<UnsaidUpcomingChange['next_charge']> {
  const isCharging = row.status === 'active' && remote.periodStart >= row.renews_at
  if (isCharging) {
    const { plan, period, renews_at: at } = row
    const amount = await priceThen(db.kysely, row, { plan, period, at })
    return { amount, at: row.renews_at.toISOString(), lines: [] }
  }
  const preview = kept
    ? await provider.previewScheduled({
        ...(await switchOf({ db }, { row, remote }, kept)),
        priceId: kept.priceId,
      })
    : await provider.previewCourse(remote, course)
  if (!preview) return null
  return {
    amount: preview.amountDue,
    at: preview.at.toISOString(),
    lines: preview.lines.map(sayInvoiceLine),
  }
}

/** When the plan brings its next credits: with the next credit month, or with the renewal. */
function nextGrantAt({ row }: PaidSubscription, course: Course): string | null {
  if (course === 'ends_now') return null
  const month = creditMonth(row, row.credit_months_granted)
  if (month) return month.start.toISOString()
  return course === 'goes_on' ? row.renews_at.toISOString() : null
}

async function creditsOf(
  { credits }: PaymentContext,
  paid: PaidSubscription,
  course: Course,
): Promise<UnsaidUpcomingChange['credits']> {
  const { balance, lots } = await credits.statement(paid.row.user_id, { limit: 1 })
  const ofPlan = lots
    .filter(({ kind }) => kind === 'plan')
    .reduce((sum, { remaining }) => sum + remaining, 0)
  return {
    plan: ofPlan,
    other: balance - ofPlan,
    monthly: paid.row.monthly_credits,
    next_at: nextGrantAt(paid, course),
  }
}

/** What lies ahead of a plan on this course. Nothing changes. */
export async function readUpcomingChange(
  context: PaymentContext,
  paid: PaidSubscription,
  course: Course,
): Promise<UnsaidUpcomingChange> {
  const { row, remote } = paid
  const due = await findDueInvoice(context.db.kysely, row.user_id)
  const now = await readMoneyTime(context.db.kysely)
  const endsAt = { ends_with_period: remote.periodEnd, ends_now: now, goes_on: null }
  const abandonsUpgrade = course === 'goes_on' && due?.reason === 'upgrade'
  const kept = abandonsUpgrade ? remote.scheduled : null
  const scheduled = remote.scheduled && {
    plan: remote.scheduled.plan,
    period: remote.scheduled.period,
    at: remote.periodEnd.toISOString(),
  }
  // A renewal that is late stays to be paid when the plan goes on.
  const isDropped = due && (course !== 'goes_on' || due.reason === 'upgrade')
  return {
    plan: row.plan,
    period: row.period,
    ends_at: endsAt[course]?.toISOString() ?? null,
    ends_now: course === 'ends_now',
    is_free: await isFreePeriod(context.db.kysely, row),
    drops: {
      cancellation: remote.cancelAt?.toISOString() ?? null,
      scheduled: kept ? null : scheduled,
      unpaid: isDropped ? { amount: due.amount, currency: due.currency } : null,
    },
    scheduled: kept && scheduled,
    amount_due: 0,
    currency: CURRENCY,
    next_charge: await nextCharge(context, paid, { course, kept }),
    card: await context.provider.readCard(remote.id),
    credits: await creditsOf(context, paid, course),
    seen: await previewTokenOf(context, paid),
  }
}
