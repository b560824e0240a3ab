import { sql } from 'kysely'
import type { Job } from '#contract/inference-jobs.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { LANE_ALIVE_SECONDS } from './lane-workers.ts'
import { isEnded, type JobRow, parametersOf } from '../store.ts'

/** Seconds that a lane's engine needs for one sampling step of one picture. */
export interface Pace {
  p50: number
  p90: number
}

export interface QueueEstimates {
  /** Place in the queue and seconds until done; null where nothing honest can be said. */
  estimate(reader: Reader, job: JobRow): Promise<Job['queue']>
  /** From the jobs that ended last on that engine; null before the first. */
  pace(reader: Reader, engine: string): Promise<Pace | null>
}

interface Waiting {
  id: string
  user_id: string
  priority: number
  /** Place among the jobs of its user. */
  rank: number
}

interface LaneState {
  waiting: Waiting[]
  running: number
  slots: number
  /** Picture-steps of the jobs that wait or run, on average. */
  work: number
  pace: Pace | null
}

const FRESH_MS = 500
const RECENT_JOBS = 50

/** Estimates from a view of each lane that is at most half a second old. */
export function createQueueEstimates(): QueueEstimates {
  const lanes = new Map<string, { readAt: number; state: LaneState }>()

  /** On the caller's connection: one more from the pool, taken inside a transaction, could wait for ever. */
  async function laneState(reader: Reader, engine: string): Promise<LaneState> {
    const known = lanes.get(engine)
    if (known && performance.now() - known.readAt < FRESH_MS) return known.state
    const state = await readLane(reader, engine)
    lanes.set(engine, { readAt: performance.now(), state })
    return state
  }

  return {
    async estimate(reader, job) {
      if (isEnded(job)) return { position: null, eta_p50: null, eta_p90: null }
      const lane = await laneState(reader, job.engine)
      const own = job.num_images * parametersOf(job).steps
      const position = job.status === 'R' ? 0 : placeOf(job, lane)
      if (lane.pace === null || lane.slots === 0) return { position, eta_p50: null, eta_p90: null }
      const done = job.status === 'R' ? Number(job.progress['fraction'] ?? 0) : 0
      const ahead = (position * lane.work) / lane.slots
      const seconds = (pace: number) => Math.round((ahead + own * (1 - done)) * pace * 10) / 10
      return { position, eta_p50: seconds(lane.pace.p50), eta_p90: seconds(lane.pace.p90) }
    },
    pace: async (reader, engine) => (await laneState(reader, engine)).pace,
  }
}

/** Jobs that go before this one, as admission takes turns among users; running ones count while the lane is full. */
function placeOf(job: JobRow, lane: LaneState): number {
  const busy = lane.running >= lane.slots ? lane.running : 0
  if (job.admitted_at !== null) return 0
  const ownBefore = lane.waiting.filter(
    (other) => other.user_id === job.user_id && other.id < job.id,
  ).length
  const rank = ownBefore + 1
  const before = lane.waiting.filter((other) => {
    if (other.id === job.id) return false
    if (other.priority !== job.priority) return other.priority > job.priority
    return other.rank < rank || (other.rank === rank && other.id < job.id)
  }).length
  return before + busy
}

async function readLane(reader: Reader, engine: string): Promise<LaneState> {
  const waiting = await sql<Waiting>`
    select id, user_id, priority, row_number() over (partition by user_id order by id)::int as rank
    from inference_jobs where engine = ${engine} and status = 'P' and admitted_at is null`.execute(
    reader,
  )
  const { rows } = await sql<{
    running: number
    slots: number
    work: number | null
    p50: number | null
    p90: number | null
  }>`
    with recent as (
      select engine_ms / 1000.0 / (num_images * (parameters->>'steps')::int) as pace,
        num_images * (parameters->>'steps')::int as work
      from inference_jobs
      where engine = ${engine} and status = 'S' and engine_ms is not null
      order by finished_at desc limit ${RECENT_JOBS}
    )
    select
      (select count(*)::int from inference_jobs
        where engine = ${engine} and admitted_at is not null and status in ('P', 'R')) as running,
      (select coalesce(sum(slots), 0)::int from lane_workers where lane = ${engine}
        and heartbeat_at > now() - make_interval(secs => ${LANE_ALIVE_SECONDS})) as slots,
      (select avg(work)::float8 from recent) as work,
      (select percentile_cont(0.5) within group (order by pace)::float8 from recent) as p50,
      (select percentile_cont(0.9) within group (order by pace)::float8 from recent) as p90`.execute(
    reader,
  )
  const row = rows[0]!
  return {
    waiting: waiting.rows,
    running: row.running,
    slots: row.slots,
    work: row.work ?? 0,
    pace: row.p50 === null || row.p90 === null ? null : { p50: row.p50, p90: row.p90 },
  }
}
