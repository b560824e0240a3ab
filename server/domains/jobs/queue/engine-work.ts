import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { lockEngine } from './engine-room.ts'

/** What an engine has to do now, and did lately. */
export interface EngineWork {
  engine: string
  running: number
  waiting: number
  /** Seconds that its last jobs took, in the middle; null: it has done none in a week. */
  usual_seconds: number | null
  /** Cost of the jobs that ended today (UTC), in millionths of a US dollar. */
  cost_today: number
  /** Jobs of today that another engine took over from it. */
  taken_over: number
}

const LAST_JOBS = 50

/** Reads the work of each of these engines. */
export async function readEngineWork(
  from: Reader,
  engines: readonly string[],
): Promise<Map<string, EngineWork>> {
  const { rows } = await sql<EngineWork>`
    select name as engine, open.running, open.waiting, last.seconds as usual_seconds,
      today.cost as cost_today, today.taken_over
    from unnest(${sql.val([...engines])}::text[]) as name
    cross join lateral (
      select count(*) filter (where admitted_at is not null)::int as running,
        count(*) filter (where admitted_at is null)::int as waiting
      from inference_jobs where engine = name and status in ('P', 'R')
    ) open
    cross join lateral (
      select percentile_cont(0.5) within group (order by seconds) as seconds from (
        select extract(epoch from finished_at - started_at)::float8 as seconds
        from inference_jobs
        where engine = name and status = 'S' and engine_ms is not null
          and created_at > now() - interval '7 days'
        order by id desc limit ${LAST_JOBS}
      ) jobs
    ) last
    cross join lateral (
      select coalesce(sum(engine_cost) filter (where engine = name), 0)::bigint as cost,
        count(*) filter (where first_engine = name and engine <> name)::int as taken_over
      from inference_jobs
      where (engine = name or first_engine = name) and finished_at >= date_trunc('day', now(), 'UTC')
        and created_at > now() - interval '2 days'
    ) today`.execute(from)
  return new Map(rows.map((row) => [row.engine, row]))
}

/**
 * Seconds until a usual job that is ordered now is done; null: not known. What waits goes first; those that run now are
 * half done, in the middle.
 */
export function waitOf(work: EngineWork | undefined): number | null {
  if (!work || work.usual_seconds === null) return null
  const turns = work.waiting > 0 ? (work.waiting + work.running / 2) / Math.max(1, work.running) : 0
  return Math.round(work.usual_seconds * (1 + turns) * 10) / 10
}

/** Jobs that an engine works on or is about to. Until the transaction ends, no more are admitted. */
export async function countBusy(tx: Tx, engine: string): Promise<number> {
  await lockEngine(tx, engine)
  const { rows } = await sql<{ busy: number }>`
    select count(*)::int as busy from inference_jobs
    where engine = ${engine} and status in ('P', 'R') and admitted_at is not null`.execute(tx)
  return rows[0]!.busy
}

/** Whether somebody's job waits for an engine. */
export async function hasWaiting(from: Reader, engine: string): Promise<boolean> {
  const waiting = await from
    .selectFrom('inference_jobs')
    .select('id')
    .where('engine', '=', engine)
    .where('status', '=', 'P')
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}
