import type { Business, BusinessBucket } from '#contract/admin-business.ts'
import type { Figure } from './figure.ts'

/**
 * One hour, day or month as the contract has it.
 * @param level what comes every month and what is outstanding, at its end
 */
export function presentBucket(
  at: Date,
  rows: readonly Figure[],
  level: { mrr: number; outstanding: number },
): BusinessBucket {
  const sum = (figure: string, part?: string): number =>
    rows.reduce(
      (all, row) =>
        row.figure === figure && (part === undefined || row.part === part) ? all + row.value : all,
      0,
    )
  const most = (figure: string): number | null => {
    const values = rows.filter((row) => row.figure === figure).map(({ value }) => value)
    return values.length > 0 ? Math.max(...values) : null
  }
  return {
    at: at.toISOString(),
    jobs: sum('jobs'),
    failed: sum('failures'),
    images: sum('images'),
    wait_p50: most('wait_p50'),
    wait_p95: most('wait_p95'),
    engine_seconds: sum('engine_seconds'),
    cost_cents: sum('cost_cents'),
    sign_ups: sum('sign_ups'),
    confirmed: sum('confirmed'),
    first_images: sum('first_images'),
    first_payments: sum('first_payments'),
    payments: sum('paid_count'),
    revenue: {
      start: sum('revenue', 'start'),
      renewal: sum('revenue', 'renewal'),
      upgrade: sum('revenue', 'upgrade'),
      pack: sum('revenue', 'pack'),
      headshots: sum('revenue', 'headshots'),
    },
    refunded_cents: sum('refunded'),
    churned: sum('churned'),
    mrr_cents: level.mrr,
    credits: {
      sold: sum('sold'),
      given: sum('given'),
      spent: sum('spent'),
      expired: sum('expired'),
      revoked: sum('revoked'),
      given_back: sum('given_back'),
      adjusted: sum('adjusted'),
    },
    outstanding: level.outstanding,
  }
}

/** What each kind of work on each engine brought and cost, the costliest first. */
export function presentWork(rows: readonly Figure[]): Business['work'] {
  const work = new Map<string, Business['work'][number]>()
  const columns = {
    jobs: 'jobs',
    images: 'images',
    engine_seconds: 'engine_seconds',
    cost_cents: 'cost_cents',
    credits: 'credits',
    credits_elsewhere: 'credits',
    earned_cents: 'earned_cents',
  } as const
  for (const { figure, part, value } of rows) {
    if (!Object.hasOwn(columns, figure)) continue
    const column = columns[figure as keyof typeof columns]
    const at = part.indexOf(' ')
    const [kind, engine] = [part.slice(0, at), part.slice(at + 1)]
    const row = work.get(part) ?? {
      kind,
      engine,
      jobs: 0,
      images: 0,
      engine_seconds: 0,
      cost_cents: 0,
      credits: 0,
      earned_cents: 0,
    }
    row[column] += value
    work.set(part, row)
  }
  return [...work.values()].toSorted(
    (a, b) =>
      b.earned_cents - a.earned_cents ||
      a.kind.localeCompare(b.kind) ||
      a.engine.localeCompare(b.engine),
  )
}
