import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import { creditMonth, MONTHS } from './credit-months.ts'
import { monthlyCreditsOf } from './plans.ts'
import type { Subscription } from './subscriptions.ts'

/** What one payment brings in one credit month. */
export interface MonthShare {
  /** The provider's id of the invoice; null: nobody pays. */
  payment: string | null
  amount: number
  isUpgrade: boolean
}

type Paid = Pick<Subscription, 'id' | 'plan' | 'period' | 'period_start' | 'paid_by' | 'provider'>

interface Step {
  payment: string
  /** Credits a month that it reaches. */
  credits: number
  /** From when on. */
  from: Date
}

/** The upgrades of the running period, in their order, on top of the payment that began it. */
async function readSteps(from: Reader, row: Paid): Promise<Step[]> {
  // Only a year has months that begin after an upgrade.
  if (row.period !== 'yearly' || row.paid_by === null) return []
  return await from
    .selectFrom('payments')
    .select(['external_id as payment', 'credits'])
    .select(sql<Date>`coalesce(period_start, created_at)`.as('from'))
    .where('provider', '=', row.provider)
    .where('status', '=', sql.lit('paid'))
    .where((eb) =>
      eb.or([
        eb('external_id', '=', row.paid_by),
        eb.and([
          eb('subscription_id', '=', row.id),
          eb('reason', '=', sql.lit('upgrade')),
          eb('period_start', '>=', row.period_start),
        ]),
      ]),
    )
    .orderBy(sql`external_id = ${row.paid_by}`, 'desc')
    .orderBy('paid_at')
    .orderBy('credits')
    .execute()
}

/**
 * The credits of a month that begins at `start`, by the payments that bring them: the year brings those of the plan that
 * it was bought for, each upgrade what it adds. So a refund of one takes its share of what it brought.
 */
function sharesOf(row: Paid, steps: readonly Step[], start: Date): MonthShare[] {
  const whole = monthlyCreditsOf(row.plan)
  const base = steps.find(({ payment }) => payment === row.paid_by)
  let reached = Math.min(base?.credits ?? whole, whole)
  const upgrades = steps.flatMap(({ payment, credits, from }) => {
    const next = Math.max(reached, Math.min(credits, whole))
    const amount = next - reached
    reached = next
    return amount > 0 ? [{ payment, amount, from }] : []
  })
  const added = upgrades.reduce((sum, { amount }) => sum + amount, 0)
  return [
    // What no payment explains, such as a change by the operator, comes with the period's.
    { payment: row.paid_by, amount: whole - added, isUpgrade: false },
    // The month in which it was changed has the rest of the upgrade as a lot of its own.
    ...upgrades
      .filter(({ from }) => from < start)
      .map(({ payment, amount }) => ({ payment, amount, isUpgrade: true })),
  ]
}

/** Of the credit month that begins at `start`. */
export async function readMonthShares(from: Reader, row: Paid, start: Date): Promise<MonthShare[]> {
  return sharesOf(row, await readSteps(from, row), start)
}

/** What the payments of the running periods of these subscriptions are still to bring, by their ids at the provider. */
export async function readCreditsToCome(
  from: Reader,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const toCome = new Map<string, number>()
  if (ids.length === 0) return toCome
  const subscriptions = await from
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '<>', sql.lit('ended'))
    .execute()
  for (const row of subscriptions) {
    const steps = await readSteps(from, row)
    for (let index = row.credit_months_granted; index < MONTHS[row.period]; index += 1) {
      const month = creditMonth(row, index)
      if (!month) break
      for (const { payment, amount } of sharesOf(row, steps, month.start)) {
        if (payment !== null) toCome.set(payment, (toCome.get(payment) ?? 0) + amount)
      }
    }
  }
  return toCome
}
