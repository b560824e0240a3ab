import { sql } from 'kysely'
import { CSV_MARK, csvRow } from '#contract/csv.ts'
import { toolEntries } from '#contract/tools.ts'
import { creditEntries, creditHolds } from '#server/domains/credits/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { Download } from '#server/platform/route.ts'
import { jobs } from '../relations.ts'

/** Days of UTC, both included. */
interface UsageQuery {
  from?: string | undefined
  to?: string | undefined
}

interface UsageRow {
  day: string
  /** Type of the jobs, or what else holds credits: `training`, `proposal`. */
  type: string
  orders: number
  results: number
  credits: number
  refunded: number
}

const DAY_MS = 86_400_000
const COLUMNS = ['date', 'tool', 'type', 'orders', 'results', 'credits', 'refunded'] as const

/** Names for the types of jobs that no page of a tool orders. */
const OTHERS: Record<string, string> = {
  TTI: 'text_to_image',
  ITI: 'image_to_image',
  PPS: 'photo_packs',
  training: 'train_model',
  proposal: 'prompts',
}
const TOOLS = new Map<string, string>(
  toolEntries.flatMap(([tool, entry]) => entry.jobs.map((type) => [type, tool] as const)),
)

const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
const monthBefore = (month: Date): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1, 1))

/** The first and the last time at which somebody spent credits; null: never. */
async function readSpan(db: Db, userId: string): Promise<{ first: Date; last: Date } | null> {
  const row = await db.kysely
    .selectFrom(creditEntries.as('entry'))
    .select([
      sql<Date | null>`min(entry.created_at)`.as('first'),
      sql<Date | null>`max(entry.created_at)`.as('last'),
    ])
    .where('entry.user_id', '=', userId)
    .where('entry.kind', 'in', ['capture', 'refund'])
    .executeTakeFirst()
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}

async function readMonth(
  db: Db,
  userId: string,
  { start, end }: { start: Date; end: Date },
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      coalesce(job.type, split_part(hold.external_id, ':', 1)) as type,
      (count(distinct coalesce(entry.job_id::text, entry.hold_id::text))
        filter (where entry.kind = 'capture'))::integer as orders,
      (count(*) filter (where entry.kind = 'capture'))::integer as results,
      coalesce(sum(entry.captured) filter (where entry.kind = 'capture'), 0)::integer as credits,
      coalesce(sum(entry.amount) filter (where entry.kind = 'refund'), 0)::integer as refunded
    from ${creditEntries} entry
    left join ${jobs} job on job.id = entry.job_id
    left join ${creditHolds} hold on hold.id = entry.hold_id
    where entry.user_id = ${userId} and entry.kind in ('capture', 'refund')
      and entry.created_at >= ${start} and entry.created_at < ${end}
    group by 1, 2 order by 1 desc, 2`.execute(db.kysely)
  return rows
}

/** Month by month, newest first: however long somebody is here, a month is held in memory. */
async function* linesOf(
  db: Db,
  userId: string,
  { from, to }: UsageQuery,
): AsyncGenerator<string, void> {
  yield CSV_MARK + csvRow(COLUMNS)
  const span = await readSpan(db, userId)
  if (!span) return
  const first = from === undefined ? span.first : new Date(Math.max(Date.parse(from), +span.first))
  const end = to === undefined ? null : new Date(Date.parse(to) + DAY_MS)
  const last = end && end <= span.last ? new Date(end.getTime() - 1) : span.last
  for (let month = monthOf(last); month >= monthOf(first); month = monthBefore(month)) {
    const after = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
    const rows = await readMonth(db, userId, {
      start: from === undefined || month > first ? month : first,
      end: end && end < after ? end : after,
    })
    for (const { day, type, orders, results, credits, refunded } of rows) {
      const tool = TOOLS.get(type) ?? OTHERS[type] ?? type
      yield csvRow([day, tool, type, orders, results, credits, refunded])
    }
  }
}

/** Credits that a user has spent by day and tool, newest first, written while they are read. */
export function exportUsage(db: Db, userId: string, query: UsageQuery): Download {
  const today = new Date().toISOString().slice(0, 10)
  return new Download(`usage-${today}.csv`, linesOf(db, userId, query))
}
