import { type RawBuilder, sql } from 'kysely'
import type { Hours } from '../dashboards/count-hours.ts'
import { countCredits } from './count-credits.ts'
import { countMoney } from './count-money.ts'
import { countWork } from './count-work.ts'
import type { Figure } from './figure.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Figures that are counted out of the same rows, and folded together. */
export interface FigureGroup {
  name: 'work' | 'money' | 'credits'
  figures: readonly string[]
  /** How long after an hour something may still be dated in it, as far as no later look finds it. */
  againMs: number
  count(hours: Hours, centsPerHour: number): ReturnType<typeof countWork>
}

/** Written once, with the hours of `hourly_metrics`: jobs end now, and an account that is deleted later had registered. */
const WORK: FigureGroup = {
  name: 'work',
  figures: [
    'failures',
    'wait_p50',
    'wait_p95',
    'first_images',
    'confirmed',
    'jobs',
    'engine_seconds',
    'cost_cents',
  ],
  againMs: 0,
  count: countWork,
}

/** Webhooks come late, and money goes back months after it was paid: a card is disputed within 120 days. */
const MONEY: FigureGroup = {
  name: 'money',
  figures: ['revenue', 'paid_count', 'refunded', 'first_payments', 'churned', 'mrr'],
  againMs: 150 * DAY_MS,
  count: countMoney,
}

/** What fell due is written by the first look after it, dated at its time. */
const CREDITS: FigureGroup = {
  name: 'credits',
  figures: [
    'sold',
    'given',
    'spent',
    'expired',
    'revoked',
    'given_back',
    'adjusted',
    'outstanding',
    'earned_cents',
    'credits_elsewhere',
  ],
  againMs: 2 * DAY_MS,
  count: countCredits,
}

export const GROUPS = [WORK, MONEY, CREDITS] as const

/**
 * In SQL: rows of `hourly_metrics` as figures of these hours: sign-ups, and what was made by kind and engine.
 * @param rows others with the same columns
 */
export const metricsAsFigures = (
  { from, to }: Hours,
  rows: RawBuilder<unknown> = sql`hourly_metrics`,
) => sql<Figure>`
  select hour as starts, figure, case when kind = '' then '' else kind || ' ' || engine end as part, value
  from ${rows} as metrics
  cross join lateral (values
    ('jobs', jobs::float8), ('failed', failed::float8), ('images', images::float8), ('sign_ups', sign_ups::float8),
    ('engine_seconds', engine_seconds), ('cost_cents', cost_cents), ('credits', credits::float8)
  ) as of (figure, value)
  where hour >= ${from} and hour < ${to} and value <> 0`
