import type { PlanPeriod } from '#contract/users.ts'
import { addMonths } from '#server/domains/credits/index.ts'

/** Credit months of a paid period. */
export const MONTHS: Record<PlanPeriod, number> = { monthly: 1, yearly: 12 }

/** The paid period of a subscription. */
export interface PaidPeriod {
  period: PlanPeriod
  /** Start of the first credit month ever; the day and time of all others. */
  anchor: Date
  period_start: Date
  /** End of the paid period. */
  renews_at: Date
}

export interface Span {
  start: Date
  end: Date
}

function monthsBetween(anchor: Date, at: Date): number {
  const years = at.getUTCFullYear() - anchor.getUTCFullYear()
  return years * 12 + at.getUTCMonth() - anchor.getUTCMonth()
}

/**
 * Credit month `index` (from 0) of the paid period, counted from the anchor so that the 31st is not lost; the last one
 * ends where the provider's period ends. Null: the period has no such month.
 */
export function creditMonth(paid: PaidPeriod, index: number): Span | null {
  const months = MONTHS[paid.period]
  if (index >= months) return null
  const first = monthsBetween(paid.anchor, paid.period_start)
  const start = index === 0 ? paid.period_start : addMonths(paid.anchor, first + index)
  if (start >= paid.renews_at) return null
  const end = addMonths(paid.anchor, first + index + 1)
  const isLast = index === months - 1 || end > paid.renews_at
  return { start, end: isLast ? paid.renews_at : end }
}

/** The credit month that includes an instant, with its index; null outside of the paid period. */
export function creditMonthAt(paid: PaidPeriod, at: Date): (Span & { index: number }) | null {
  for (let index = 0; index < MONTHS[paid.period]; index += 1) {
    const month = creditMonth(paid, index)
    if (month && month.start <= at && at < month.end) return { ...month, index }
  }
  return null
}
