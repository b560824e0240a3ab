import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { creditEntries } from '#server/domains/credits/index.ts'
import { images } from '#server/domains/jobs/index.ts'
import { uploads } from '#server/domains/media/index.ts'
import { type Db, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import type { Hours } from '../dashboards/count-hours.ts'
import { hourOf } from '../dashboards/fold-hours.ts'
import { countWaits } from './count-work.ts'
import { DAY_MS, type FigureGroup, GROUPS, HOUR_MS, metricsAsFigures } from './figures.ts'

/** What ends in an hour is written within this time after it. */
const SETTLED_MS = 5 * 60_000
/** Days that are counted by one statement. */
const DAYS_AT_ONCE = 31

export interface FoldContext {
  db: Db
  engineCentsPerHour: number
}

export const dayOf = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms)
const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

interface Clock {
  now: Date
  /** The later one of now and the time of money, which tests of payments move on. */
  money: Date
  /** When the first hour begins in which anything happened; null: nobody has registered. */
  first: Date | null
}

async function readClock(reader: Reader): Promise<Clock> {
  const { rows } = await sql<Clock>`
    select now() as now, greatest(now(), money_now()) as money,
      (select min(created_at) from ${people} p) as first`.execute(reader)
  const { now, money, first } = rows[0]!
  return { now, money, first: first && hourOf(first) }
}

/** Writes the days of these hours again, out of their hours. */
async function writeDays(tx: Tx, group: FigureGroup, hours: Hours): Promise<void> {
  const days = { from: dayOf(hours.from), to: later(dayOf(later(hours.to, -1)), DAY_MS) }
  // Those of a day that goes on are counted at every call.
  const over = { from: days.from, to: dayOf(hours.to) }
  const isWork = group.name === 'work'
  const figures = sql.val([
    ...group.figures,
    ...(isWork ? ['failed', 'images', 'sign_ups', 'credits'] : []),
  ])
  await sql`
    delete from business_figures
    where span = 'day' and starts >= ${days.from} and starts < ${days.to} and figure = any (${figures}::text[])`.execute(
    tx,
  )
  await sql`
    insert into business_figures (span, starts, figure, part, value)
    select 'day', date_trunc('day', starts, 'UTC'), figure, part, sum(value) from (
      select starts, figure, part, value from business_figures
      where span = 'hour' and starts >= ${days.from} and starts < ${days.to}
        and figure = any (${sql.val(group.figures)}::text[]) and figure not in ('wait_p50', 'wait_p95')
      ${isWork ? sql`union all ${metricsAsFigures(days)}` : sql``}
    ) hours
    group by 2, 3, 4
    ${isWork ? sql`union all select 'day', waits.* from (${countWaits(over)}) waits` : sql``}`.execute(
    tx,
  )
}

/** Writes these hours of a group again, and their days. */
async function writeHours(
  tx: Tx,
  { engineCentsPerHour }: FoldContext,
  { group, hours }: { group: FigureGroup; hours: Hours },
): Promise<void> {
  await sql`
    delete from business_figures
    where span = 'hour' and starts >= ${hours.from} and starts < ${hours.to}
      and figure = any (${sql.val(group.figures)}::text[])`.execute(tx)
  await sql`
    insert into business_figures (span, starts, figure, part, value)
    select 'hour', hours.* from (${group.count(hours, engineCentsPerHour)}) hours`.execute(tx)
  await writeDays(tx, group, hours)
}

interface Folded {
  folded_until: Date
  last_entry: string
}

/** Runs `act` in a transaction alone among all that fold this group. */
const alone = <T>(
  db: Db,
  group: FigureGroup,
  act: (tx: Tx, folded: Folded | undefined) => Promise<T>,
): Promise<T> =>
  transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`fold:${group.name}`}, 0))`.execute(
      tx,
    )
    const folded = await tx
      .selectFrom('business_folds')
      .select(['folded_until', sql<string>`last_entry::text`.as('last_entry')])
      .where('figures', '=', group.name)
      .executeTakeFirst()
    return act(tx, folded)
  })

/** The last line of any statement. */
async function lastEntry(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(max(id), 0)::text as id from ${creditEntries} e`.execute(tx)
  return rows[0]!.id
}

async function noteFolded(tx: Tx, group: FigureGroup, folded: Folded): Promise<void> {
  await tx
    .insertInto('business_folds')
    .values({ figures: group.name, ...folded })
    .onConflict((conflict) => conflict.column('figures').doUpdateSet(folded))
    .execute()
}

/** What is to be folded. */
interface Span {
  first: Date
  end: Date
  /** Nothing, where no hour has ended since the last fold; else what may have come late is folded again. */
  isDueHourly: boolean
}

/** Folds one part of a group. @returns where the next one begins; null: all is folded */
const foldPart = (
  context: FoldContext,
  group: FigureGroup,
  { first, end, from, isDueHourly }: Span & { from: Date | null },
): Promise<Date | null> =>
  alone(context.db, group, async (tx, folded) => {
    if (isDueHourly && from === null && folded && folded.folded_until >= end) return null
    const until = folded?.folded_until ?? first
    const wanted = from ?? earlier(later(earlier(until, end), -group.againMs), end)
    const start = wanted < first ? first : wanted
    const to = earlier(end, later(dayOf(start), DAYS_AT_ONCE * DAY_MS))
    if (start >= to) return null
    await writeHours(tx, context, { group, hours: { from: start, to } })
    await noteFolded(tx, group, {
      folded_until: to > until ? to : until,
      // Lines that are written while the first parts are folded may be dated into them.
      last_entry: folded?.last_entry ?? (await lastEntry(tx)),
    })
    return to
  })

/**
 * Folds a group up to an hour, part by part: one that is broken off leaves whole parts behind.
 * @returns whether there was anything to fold
 */
async function foldGroup(context: FoldContext, group: FigureGroup, span: Span): Promise<boolean> {
  let from = await foldPart(context, group, { ...span, from: null })
  const hasFolded = from !== null
  while (from !== null) from = await foldPart(context, group, { ...span, from })
  return hasFolded
}

/**
 * Hours joined to spans in which none is further than a day from the next: on a small site the last lines are those of months, and
 * a statement for each of their hours would keep the database busy for minutes.
 */
function spansOf(starts: readonly Date[]): Hours[] {
  const spans: Hours[] = []
  for (const from of starts) {
    const last = spans.at(-1)
    const isNear =
      last !== undefined &&
      from.getTime() - last.to.getTime() <= DAY_MS &&
      from.getTime() - last.from.getTime() < DAYS_AT_ONCE * DAY_MS
    if (isNear) last.to = later(from, HOUR_MS)
    else spans.push({ from, to: later(from, HOUR_MS) })
  }
  return spans
}

/** Lines may become visible out of the order of their ids: so many before the last one are looked at again. */
const OVERLAP = 10_000

/**
 * Folds again the hours of lines of statements that were written since the last look and are dated further back than is
 * looked at anyway.
 */
async function foldLateEntries(context: FoldContext, group: FigureGroup): Promise<void> {
  await alone(context.db, group, async (tx, folded) => {
    if (!folded) return
    const last = await lastEntry(tx)
    const { rows } = await sql<{ starts: Date }>`
      select distinct date_trunc('hour', created_at, 'UTC') as starts from ${creditEntries} e
      where id > ${folded.last_entry}::bigint - ${OVERLAP}::bigint
        and created_at < ${later(folded.folded_until, -group.againMs)}
      order by 1`.execute(tx)
    for (const hours of spansOf(rows.map(({ starts }) => starts)))
      await writeHours(tx, context, { group, hours })
    await noteFolded(tx, group, { ...folded, last_entry: last })
  })
}

/** Measures what is stored, once a day: it reads the rows of all images. */
async function measureStorage({ db }: FoldContext, now: Date): Promise<void> {
  const day = dayOf(now)
  const known = await db.kysely
    .selectFrom('business_figures')
    .select('value')
    .where('span', '=', 'day')
    .where('starts', '=', day)
    .where('figure', '=', 'storage')
    .executeTakeFirst()
  if (known) return
  await sql`
    insert into business_figures (span, starts, figure, part, value)
    select 'day', ${day}::timestamptz, 'storage', 'images', coalesce(sum(bytes), 0)::float8 from ${images} i
    where bytes is not null and files_removed_at is null
    union all
    select 'day', ${day}::timestamptz, 'storage', 'uploads', coalesce(sum(bytes), 0)::float8 from ${uploads} u
    where stored_at is not null and deleted_at is null
    on conflict do nothing`.execute(db.kysely)
}

/**
 * Writes down what the business did in the hours that are over, and again in those into which something may still have come.
 * Safe to repeat and to break off: the same rows give the same figures.
 * @param options.again writes everything again from this time on
 * @param options.isDueHourly does nothing where no hour has ended since the last time
 */
export async function foldBusiness(
  context: FoldContext,
  { again, isDueHourly = false }: { again?: Date | undefined; isDueHourly?: boolean },
): Promise<void> {
  const { now, money, first } = await readClock(context.db.kysely)
  if (first === null) return
  if (again) await forgetFolds(context, hourOf(again))
  const failures: unknown[] = []
  for (const group of GROUPS) {
    const end = hourOf(later(group.name === 'work' ? now : money, -SETTLED_MS))
    try {
      const hasFolded = await foldGroup(context, group, { first, end, isDueHourly })
      if (hasFolded && group.name === 'credits') await foldLateEntries(context, group)
    } catch (error) {
      // The others are folded all the same.
      failures.push(error)
    }
  }
  await measureStorage(context, now)
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'Figures could not be folded')
}

async function forgetFolds({ db }: FoldContext, from: Date): Promise<void> {
  await db.kysely
    .updateTable('business_folds')
    .set({ folded_until: from })
    .where('folded_until', '>', from)
    .execute()
}
