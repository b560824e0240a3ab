import { type RawBuilder, sql } from 'kysely'
import {
  type Business,
  type BusinessBucket,
  MOST_BUCKETS,
  type OperatorAlert,
} from '#contract/admin-business.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { countHours, type Hours } from '../dashboards/count-hours.ts'
import { hourOf } from '../dashboards/fold-hours.ts'
import { countWaits } from './count-work.ts'
import type { Figure } from './figure.ts'
import { DAY_MS, GROUPS, HOUR_MS, metricsAsFigures } from './figures.ts'
import { dayOf, type FoldContext } from './fold-business.ts'
import { presentBucket, presentWork } from './present-business.ts'

type By = Business['by']

/** What is not folded for longer than this is left out: counting it would keep the page waiting. */
const MOST_LIVE_MS = 26 * HOUR_MS

interface Range extends Hours {
  by: By
}

/** The beginnings of all buckets. */
function startsOf({ by, from, to }: Range): Date[] {
  const starts: Date[] = []
  for (let at = from; at < to; at = nextOf(by, at)) starts.push(at)
  return starts
}

function nextOf(by: By, at: Date): Date {
  if (by === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  return new Date(at.getTime() + (by === 'hour' ? HOUR_MS : DAY_MS))
}

function floorOf(by: By, at: Date): Date {
  if (by === 'hour') return hourOf(at)
  return by === 'day' ? dayOf(at) : new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
}

/** Where an answer begins that ends at `to` and whose query does not say. */
function usualFrom(by: By, to: Date): Date {
  if (by === 'month') return new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - 12))
  return new Date(to.getTime() - (by === 'hour' ? 24 * HOUR_MS : 31 * DAY_MS))
}

/** Whole buckets of a query. @throws {AppError} `invalid` */
function rangeOf(
  now: Date,
  query: { by: By; from?: string | undefined; to?: string | undefined },
): Range {
  const { by } = query
  const last = query.to === undefined ? now : new Date(new Date(query.to).getTime() - 1)
  const to = nextOf(by, floorOf(by, last))
  const from = query.from === undefined ? usualFrom(by, to) : floorOf(by, new Date(query.from))
  if (from >= to) throw invalidField('to', t('console.laterThanBeginning'))
  const range = { by, from, to }
  const most = MOST_BUCKETS[by]
  // Asked before they are counted, which takes as long as there are many.
  const least = { hour: HOUR_MS, day: DAY_MS, month: 28 * DAY_MS }[by]
  if ((to.getTime() - from.getTime()) / least > most * 1.11 || startsOf(range).length > most)
    throw invalidField('from', t('console.tooManyAtOnce', { most }))
  return range
}

/** Of a day they are not made of those of its hours. */
const WAITS: ReadonlySet<string> = new Set(['wait_p50', 'wait_p95'])

/** Rows of the running hours, which no one has folded yet. */
async function readLive(
  reader: Reader,
  { by, now, centsPerHour }: { by: By; now: Date; centsPerHour: number },
): Promise<{ live: Figure[]; foldedUntil: Date | null; workUntil: Date }> {
  const folds = await reader
    .selectFrom('business_folds')
    .select(['figures', 'folded_until'])
    .execute()
  const end = new Date(hourOf(now).getTime() + HOUR_MS)
  const least = hourOf(new Date(now.getTime() - MOST_LIVE_MS))
  const rows: Figure[] = []
  let workUntil = least
  for (const group of GROUPS) {
    const until = folds.find(({ figures }) => figures === group.name)?.folded_until ?? least
    const hours = { from: until > least ? until : least, to: end }
    if (group.name === 'work') workUntil = hours.from
    if (hours.from >= hours.to) continue
    const counted = await run(reader, group.count(hours, centsPerHour))
    rows.push(...counted.filter(({ figure }) => by === 'hour' || !WAITS.has(figure)))
    if (group.name !== 'work') continue
    if (by !== 'hour')
      rows.push(...(await run(reader, countWaits({ from: dayOf(hours.from), to: end }))))
    const metrics = sql`(${countHours(hours, centsPerHour)})`
    rows.push(...(await run(reader, metricsAsFigures(hours, metrics))))
  }
  const untils = folds.map(({ folded_until: until }) => until.getTime())
  const foldedUntil = untils.length > 0 ? new Date(Math.min(...untils)) : null
  return { live: rows, foldedUntil, workUntil }
}

const run = async (reader: Reader, query: RawBuilder<Figure>): Promise<Figure[]> =>
  (await query.execute(reader)).rows

/** What is folded of a range, as SQL in the columns of a figure. */
function foldedRows({ by, ...hours }: Range, workUntil: Date): RawBuilder<Figure> {
  const span = by === 'hour' ? 'hour' : 'day'
  const rows = sql<Figure>`
    select starts, figure, part, value from business_figures
    where span = ${span} and starts >= ${hours.from} and starts < ${hours.to} and figure <> 'storage'`
  if (by !== 'hour') return rows
  const to = workUntil < hours.to ? workUntil : hours.to
  return sql`${rows} union all ${metricsAsFigures({ from: hours.from, to })}`
}

/** How figures of several rows become one. */
const MERGED = sql`case when figure in ('wait_p50', 'wait_p95') then max(value) else sum(value) end`
/** Figures of which the buckets show their parts, too. */
const PARTED = sql`case when figure in ('revenue', 'mrr', 'outstanding') then part else '' end`

interface Rows {
  byBucket: Figure[]
  byPart: Figure[]
}

async function readRows(reader: Reader, range: Range, workUntil: Date): Promise<Rows> {
  const rows = foldedRows(range, workUntil)
  const [byBucket, byPart] = await Promise.all([
    run(
      reader,
      sql`
        select date_trunc(${range.by}, starts, 'UTC') as starts, figure, ${PARTED} as part, ${MERGED} as value
        from (${rows}) rows where not (figure = 'jobs' and part = 'training ') group by 1, 2, 3`,
    ),
    run(
      reader,
      sql`
        select null as starts, figure, part, sum(value) as value from (${rows}) rows
        where part <> '' group by 2, 3`,
    ),
  ])
  return { byBucket, byPart }
}

/** Sums of all changes of levels before a time: of whole days, and of the hours after them. */
async function readLevels(reader: Reader, before: Date): Promise<Figure[]> {
  const day = dayOf(before)
  return run(
    reader,
    sql`
      select null as starts, figure, part, sum(value) as value from business_figures
      where figure in ('mrr', 'outstanding')
        and (span = 'day' and starts < ${day} or span = 'hour' and starts >= ${day} and starts < ${before})
      group by 2, 3`,
  )
}

async function readStorage(reader: Reader): Promise<Business['storage']> {
  const rows = await reader
    .selectFrom('business_figures')
    .select(['starts', 'part', 'value'])
    .where('span', '=', 'day')
    .where('figure', '=', 'storage')
    .orderBy('starts', 'desc')
    .limit(2)
    .execute()
  const [last] = rows
  if (!last) return null
  const bytesOf = (name: string) => rows.find(({ part }) => part === name)?.value ?? 0
  return {
    at: last.starts.toISOString(),
    images_bytes: bytesOf('images'),
    uploads_bytes: bytesOf('uploads'),
  }
}

async function readAlerts(reader: Reader): Promise<OperatorAlert[]> {
  const rows = await reader.selectFrom('operator_alerts').selectAll().orderBy('since').execute()
  return rows.map(({ since, ...alert }) => ({ ...alert, since: since.toISOString() }))
}

const sumBy = (rows: readonly Figure[], figure: string): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows) {
    if (row.figure === figure) sums.set(row.part, (sums.get(row.part) ?? 0) + row.value)
  }
  return sums
}

const total = (values: Iterable<number>): number =>
  [...values].reduce((sum, value) => sum + value, 0)

/**
 * The business by the hour, day or month. Hours that are over stand in their table; the running one is counted now.
 * @throws {AppError} `invalid` for too many at once
 */
export async function readBusiness(
  { db: { kysely }, engineCentsPerHour }: FoldContext,
  query: { by: By; from?: string | undefined; to?: string | undefined },
): Promise<Business> {
  const { rows: clock } = await sql<{ now: Date }>`
    select greatest(now(), money_now()) as now`.execute(kysely)
  const { now } = clock[0]!
  const range = rangeOf(now, query)
  const { live, foldedUntil, workUntil } = await readLive(kysely, {
    by: range.by,
    now,
    centsPerHour: engineCentsPerHour,
  })
  const inRange = live.filter(({ starts }) => starts >= range.from && starts < range.to)
  const [rows, levels, storage, alerts] = await Promise.all([
    readRows(kysely, range, workUntil),
    readLevels(kysely, range.from),
    readStorage(kysely),
    readAlerts(kysely),
  ])
  const all = [...rows.byPart, ...inRange.filter(({ part }) => part !== '')]
  const before = [...levels, ...live.filter(({ starts }) => starts < range.from)]
  const level = {
    mrr: total(sumBy(before, 'mrr').values()),
    outstanding: total(sumBy(before, 'outstanding').values()),
  }
  const ofBucket = Map.groupBy(
    [
      ...rows.byBucket,
      ...inRange.filter(({ figure, part }) => !(figure === 'jobs' && part === 'training ')),
    ],
    ({ starts }) => floorOf(range.by, starts).getTime(),
  )
  const buckets = startsOf(range).map((at): BusinessBucket => {
    const own = ofBucket.get(at.getTime()) ?? []
    level.mrr += total(sumBy(own, 'mrr').values())
    level.outstanding += total(sumBy(own, 'outstanding').values())
    return presentBucket(at, own, level)
  })
  const mrr = sumBy(all, 'mrr')
  const outstanding = sumBy([...before, ...all], 'outstanding')
  return {
    by: range.by,
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    folded_until: foldedUntil?.toISOString() ?? null,
    buckets,
    failures: [...sumBy(all, 'failures')]
      .map(([code, jobs]) => ({ code, jobs }))
      .toSorted((a, b) => b.jobs - a.jobs || a.code.localeCompare(b.code)),
    work: presentWork(all),
    mrr_changes: {
      new: mrr.get('new') ?? 0,
      upgraded: mrr.get('upgraded') ?? 0,
      lowered: mrr.get('lowered') ?? 0,
      churned: mrr.get('churned') ?? 0,
    },
    outstanding: [...outstanding]
      .filter(([, credits]) => credits !== 0)
      .map(([kind, credits]) => ({ kind, credits }))
      .toSorted((a, b) => a.kind.localeCompare(b.kind)),
    storage,
    alerts,
  }
}
