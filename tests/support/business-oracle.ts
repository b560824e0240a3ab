import { sql } from 'kysely'
import type { Business, BusinessBucket } from '#contract/admin-business.ts'
import { priceOf } from '#server/domains/billing/index.ts'
import type { TestApp } from './test-app.ts'

const HOUR_MS = 3_600_000
const MICROS_PER_CENT = 10_000

interface Rows {
  users: { created_at: Date; email_verified_at: Date | null }[]
  jobs: {
    id: string
    user_id: string
    type: string
    status: string
    engine: string
    unit_price: number
    error: { code: string } | null
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    /** Seconds; a `Date` has no parts of milliseconds. */
    wait: number | null
    engine_ms: number | null
    engine_cost: number | null
  }[]
  images: { job_id: string; status: string; is_free: boolean }[]
  payments: {
    id: string
    user_id: string
    external_id: string
    kind: string
    reason: keyof BusinessBucket['revenue']
    status: string
    plan: Parameters<typeof priceOf>[0]
    period: Parameters<typeof priceOf>[1]
    credits: number
    amount: number
    period_price: number | null
    refunded: number
    disputed: number
    subscription_id: string | null
    paid_at: Date
  }[]
  subscriptions: { id: string; ended_at: Date | null }[]
  entries: {
    kind: string
    amount: number
    captured: number
    lots: { lot: string; kind: string; amount: number }[]
    job_id: string | null
    payment: string | null
    created_at: Date
  }[]
  lots: {
    id: string
    kind: string
    granted: number
    remaining: number
    held: number
    payment: string | null
  }[]
  accounts: { balance: number; held: number }[]
}

/** Every row that the figures are made of. */
export async function readRows({ db }: TestApp): Promise<Rows> {
  const all = async (table: string) =>
    (await sql<never>`select * from ${sql.table(table)} order by 1`.execute(db.kysely)).rows
  return {
    users: await all('users'),
    jobs: (
      await sql<never>`
        select *, extract(epoch from started_at - created_at)::float8 as wait from inference_jobs`.execute(
        db.kysely,
      )
    ).rows,
    images: await all('prediction_images'),
    payments: await all('payments'),
    subscriptions: await all('subscriptions'),
    entries: await all('credit_entries'),
    lots: await all('credit_lots'),
    accounts: await all('credit_accounts'),
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** As PostgreSQL's percentile_cont. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (high - low) * (at - Math.floor(at))
}

type Payment = Rows['payments'][number]

/** What a subscription brings a month after this payment. */
const aMonth = ({ reason, plan, period, amount, period_price: agreed }: Payment): number =>
  Math.round(
    (reason === 'upgrade' ? (agreed ?? priceOf(plan, period)) : amount) /
      (period === 'yearly' ? 12 : 1),
  )

/** What all subscriptions together bring a month at a time. */
function mrrAt(rows: Rows, at: Date): number {
  const running = rows.subscriptions.filter(({ ended_at: end }) => end === null || end >= at)
  return sum(
    running.map(({ id }) => {
      const paid = rows.payments.filter(
        (row) => row.subscription_id === id && row.status === 'paid' && row.paid_at < at,
      )
      const last = paid.toSorted((a, b) => +a.paid_at - +b.paid_at).at(-1)
      return last ? aMonth(last) : 0
    }),
  )
}

/** Of each person the time of the first of these. */
function firsts(of: readonly { user_id: string; at: Date }[]): Date[] {
  const byUser = new Map<string, Date>()
  for (const { user_id: user, at } of of) {
    const known = byUser.get(user)
    if (!known || at < known) byUser.set(user, at)
  }
  return [...byUser.values()]
}

const directionOf = ({ kind, amount }: Rows['entries'][number]): number => {
  if (kind === 'hold' || kind === 'release') return 0
  return kind === 'capture' ? -1 : Math.sign(amount)
}

const creditsOf = (rows: Rows['entries'], kind: string): number =>
  sum(
    rows
      .filter((row) => row.kind === kind)
      .map(({ amount, captured }) => Math.abs(amount) + captured),
  )

/** One bucket, counted without SQL. */
function bucketOf(rows: Rows, from: Date, to: Date, centsPerHour: number): BusinessBucket {
  const within = (at: Date | null) => at !== null && at >= from && at < to
  const ended = rows.jobs.filter((job) => within(job.finished_at))
  const waits = ended.flatMap(({ wait }) => (wait === null ? [] : [wait]))
  const endedIds = new Set(ended.map(({ id }) => id))
  const paid = rows.payments.filter(({ status, paid_at: at }) => status === 'paid' && within(at))
  const revenue = (reason: Payment['reason']) =>
    sum(paid.filter((row) => row.reason === reason).map(({ amount }) => amount))
  const entries = rows.entries.filter(({ created_at: at }) => within(at))
  const grants = entries.filter(({ kind }) => kind === 'grant')
  const before = rows.entries.filter(({ created_at: at }) => at < to)
  return {
    at: from.toISOString(),
    jobs: rows.jobs.filter(({ created_at: at }) => within(at)).length,
    failed: ended.filter(({ status }) => status === 'FL').length,
    images: rows.images.filter(({ job_id: job, status }) => status === 'S' && endedIds.has(job))
      .length,
    wait_p50: percentile(waits, 0.5),
    wait_p95: percentile(waits, 0.95),
    engine_seconds: sum(ended.map(({ engine_ms: ms }) => (ms ?? 0) / 1000)),
    cost_cents: sum(ended.map((job) => costOf(job, centsPerHour))),
    sign_ups: rows.users.filter(({ created_at: at }) => within(at)).length,
    confirmed: rows.users.filter(({ email_verified_at: at }) => within(at)).length,
    first_images: firsts(
      rows.jobs
        .filter(({ status }) => status === 'S')
        .map(({ user_id: user, finished_at: at }) => ({ user_id: user, at: at! })),
    ).filter(within).length,
    first_payments: firsts(
      rows.payments
        .filter(({ status, amount }) => status === 'paid' && amount > 0)
        .map(({ user_id: user, paid_at: at }) => ({ user_id: user, at })),
    ).filter(within).length,
    payments: paid.length,
    revenue: {
      start: revenue('start'),
      renewal: revenue('renewal'),
      upgrade: revenue('upgrade'),
      pack: revenue('pack'),
      headshots: revenue('headshots'),
    },
    refunded_cents: sum(paid.map(({ refunded, disputed }) => refunded + disputed)),
    churned: rows.subscriptions.filter(
      ({ id, ended_at: at }) =>
        within(at) && rows.payments.some((row) => row.subscription_id === id),
    ).length,
    mrr_cents: mrrAt(rows, to),
    credits: {
      sold: creditsOf(
        grants.filter(({ payment }) => payment !== null),
        'grant',
      ),
      given: creditsOf(
        grants.filter(({ payment }) => payment === null),
        'grant',
      ),
      spent: creditsOf(entries, 'capture'),
      expired: creditsOf(entries, 'expire'),
      revoked: creditsOf(entries, 'revoke'),
      given_back: creditsOf(entries, 'refund'),
      adjusted: sum(entries.filter(({ kind }) => kind === 'adjust').map(({ amount }) => amount)),
    },
    outstanding: sum(
      before.map((entry) => directionOf(entry) * sum(entry.lots.map(({ amount }) => amount))),
    ),
  }
}

const costOf = (
  { engine_cost: cost, engine_ms: ms }: Rows['jobs'][number],
  centsPerHour: number,
): number => (cost === null ? ((ms ?? 0) / HOUR_MS) * centsPerHour : cost / MICROS_PER_CENT)

/** Cents that a credit of each lot was bought for. */
function lotPrices({ lots, payments }: Rows): Map<string, number> {
  const prices = new Map<string, number>()
  for (const { id, payment } of lots) {
    const bought = payments.find((row) => row.external_id === payment)
    if (!bought) continue
    const isWhole = bought.kind === 'pack' || bought.reason === 'upgrade'
    const granted = isWhole
      ? sum(lots.filter((lot) => lot.payment === payment).map((lot) => lot.granted))
      : bought.credits * (bought.period === 'yearly' ? 12 : 1)
    prices.set(id, bought.amount / granted)
  }
  return prices
}

/** Each kind of job on each engine in a time, by `kind engine`. */
function workOf(
  rows: Rows,
  from: Date,
  to: Date,
  centsPerHour: number,
): Map<string, Business['work'][number]> {
  const prices = lotPrices(rows)
  const within = (at: Date | null) => at !== null && at >= from && at < to
  const work = new Map<string, Business['work'][number]>()
  const images = Map.groupBy(rows.images, ({ job_id: job }) => job)
  const captures = Map.groupBy(
    rows.entries.filter(({ kind, created_at: at }) => kind === 'capture' && within(at)),
    ({ job_id: job }) => job,
  )
  for (const job of rows.jobs) {
    const key = `${job.type} ${job.engine}`
    const row = work.get(key) ?? {
      kind: job.type,
      engine: job.engine,
      jobs: 0,
      images: 0,
      engine_seconds: 0,
      cost_cents: 0,
      credits: 0,
      earned_cents: 0,
    }
    if (within(job.created_at)) row.jobs++
    if (within(job.finished_at)) {
      const made = (images.get(job.id) ?? []).filter(({ status }) => status === 'S')
      row.images += made.length
      row.credits += made.filter((image) => !image.is_free).length * job.unit_price
      row.engine_seconds += (job.engine_ms ?? 0) / 1000
      row.cost_cents += costOf(job, centsPerHour)
    }
    for (const { lots } of captures.get(job.id) ?? [])
      row.earned_cents += sum(lots.map(({ lot, amount }) => amount * (prices.get(lot) ?? 0)))
    if (within(job.created_at) || within(job.finished_at)) work.set(key, row)
  }
  return work
}

type Counted = Pick<Business, 'buckets' | 'failures' | 'outstanding'> & {
  work: Map<string, Business['work'][number]>
}

/** What an answer with these buckets has to say, counted out of the rows alone. */
export function countBusiness(
  rows: Rows,
  { buckets, to }: Pick<Business, 'buckets' | 'to'>,
  centsPerHour: number,
): Counted {
  const starts = buckets.map(({ at }) => new Date(at))
  const [from, end] = [starts[0]!, new Date(to)]
  const causes = new Map<string, number>()
  for (const { status, error, finished_at: at } of rows.jobs) {
    if (status !== 'FL' || !at || at < from || at >= end) continue
    const code = error?.code ?? 'unknown'
    causes.set(code, (causes.get(code) ?? 0) + 1)
  }
  const kinds = new Map<string, number>()
  for (const entry of rows.entries.filter(({ created_at: at }) => at < end)) {
    for (const { kind, amount } of entry.lots)
      kinds.set(kind, (kinds.get(kind) ?? 0) + directionOf(entry) * amount)
  }
  return {
    buckets: starts.map((at, index) => bucketOf(rows, at, starts[index + 1] ?? end, centsPerHour)),
    failures: [...causes]
      .map(([code, jobs]) => ({ code, jobs }))
      .toSorted((a, b) => b.jobs - a.jobs || a.code.localeCompare(b.code)),
    outstanding: [...kinds]
      .filter(([, credits]) => credits !== 0)
      .map(([kind, credits]) => ({ kind, credits }))
      .toSorted((a, b) => a.kind.localeCompare(b.kind)),
    work: workOf(rows, from, end, centsPerHour),
  }
}
