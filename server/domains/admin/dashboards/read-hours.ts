import { sql } from 'kysely'
import { type HourlyMetrics, MOST_METRIC_DAYS } from '#contract/dashboards.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isStorableText } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { AdminContext } from '../context.ts'
import { countHours, type HourRow, type Hours } from './count-hours.ts'
import { hourOf, writtenUntil } from './fold-hours.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface MetricsQuery {
  from?: string | undefined
  to?: string | undefined
  kind?: string | undefined
  engine?: string | undefined
}

/** Whole hours of a query. @throws {AppError} `invalid` */
function hoursOf({ from, to }: MetricsQuery): Hours {
  const end = to === undefined ? new Date() : new Date(to)
  const start = from === undefined ? new Date(end.getTime() - DAY_MS) : new Date(from)
  if (start >= end) throw invalidField('to', t('console.laterThanBeginning'))
  if (end.getTime() - start.getTime() > MOST_METRIC_DAYS * DAY_MS) {
    throw invalidField('from', t('console.tooManyDays', { most: MOST_METRIC_DAYS }))
  }
  return {
    from: hourOf(start),
    to: new Date(hourOf(new Date(end.getTime() - 1)).getTime() + HOUR_MS),
  }
}

const present = ({
  kind,
  engine,
  paid_count: paid,
  revenue_cents: revenue,
  hour,
  ...row
}: HourRow): HourlyMetrics => ({
  ...row,
  hour: hour.toISOString(),
  kind: kind === '' ? null : kind,
  engine: engine === '' ? null : engine,
  payments: paid,
  revenue_cents: Number(revenue),
})

/** Hours that are over from their table, the others counted now. @throws {AppError} `invalid` for more than 31 days */
export async function readHours(
  { db: { kysely }, engineCentsPerHour }: AdminContext,
  query: MetricsQuery,
): Promise<{ results: HourlyMetrics[] }> {
  const { from, to } = hoursOf(query)
  const { kind, engine } = query
  if (engine !== undefined && !isStorableText(engine)) return { results: [] }
  const written = (await writtenUntil(kysely)) ?? from
  const counted = { from: written > from ? written : from, to }
  const filter = sql`
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${engine === undefined ? sql`` : sql`and engine = ${engine}`}`
  const { rows } = await sql<HourRow>`
    select hour, kind, engine, jobs, succeeded, failed, canceled, blocked, images, wait_p50, wait_p95,
      engine_seconds, cost_cents, credits, sign_ups, paid_count, revenue_cents
    from hourly_metrics
    where hour >= ${from} and hour < ${to} ${filter}
    order by hour, kind, engine`.execute(kysely)
  if (counted.from >= to) return { results: rows.map(present) }
  const now = await sql<HourRow>`
    select * from (${countHours(counted, engineCentsPerHour)}) as hours
    where true ${filter}
    order by hour, kind, engine`.execute(kysely)
  return { results: [...rows, ...now.rows].map(present) }
}
