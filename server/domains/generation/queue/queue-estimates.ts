import { sql } from 'kysely'
import type { Job } from '#contract/inference-jobs.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { WorkUnit } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/registry.ts'
import { isEnded, type JobRow, parametersOf } from '../store.ts'
import { LANE_ALIVE_SECONDS } from './lane-workers.ts'
import { percentile } from './percentile.ts'

/** Seconds that a lane's engine needs for one unit of work. */
export interface Pace {
  p50: number
  p90: number
}

export interface QueueEstimates {
  /** Place in the queue and seconds until done; null where nothing honest can be said. */
  estimate(reader: Reader, job: JobRow): Promise<Job['queue']>
  /** Seconds that nine of ten jobs of this size took; null before the first of its unit in its lane. */
  usualSeconds(reader: Reader, job: JobRow): Promise<number | null>
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
  /** Seconds that one of the jobs that ended last took, on average of the median pace and of the slow one. */
  jobSeconds: Pace
  /** From the jobs that ended last, by the unit of their work. */
  paces: Map<WorkUnit, Pace>
}

const FRESH_MS = 500
const RECENT_JOBS = 50

/** Estimates from a view of each lane that is at most half a second old. */
export function createQueueEstimates({ kinds }: { kinds: Kinds }): QueueEstimates {
  const lanes = new Map<string, { readAt: number; state: LaneState }>()

  /** On the caller's connection: one more from the pool, taken inside a transaction, could wait for ever. */
  async function laneState(reader: Reader, lane: string): Promise<LaneState> {
    const known = lanes.get(lane)
    if (known && performance.now() - known.readAt < FRESH_MS) return known.state
    const state = await readLane(kinds, reader, lane)
    lanes.set(lane, { readAt: performance.now(), state })
    return state
  }

  /** Seconds for all of a job, without the jobs before it. */
  async function ownSeconds(lane: LaneState, job: JobRow): Promise<Pace | null> {
    const kind = await kinds.find(job.type)
    const pace = kind && lane.paces.get(kind.unit)
    if (!pace) return null
    const work = job.work ?? job.num_images * kind.work(parametersOf(job))
    return { p50: pace.p50 * work, p90: pace.p90 * work }
  }

  return {
    async estimate(reader, job) {
      if (isEnded(job)) return { position: null, eta_p50: null, eta_p90: null }
      const lane = await laneState(reader, job.lane)
      const position = job.status === 'R' ? 0 : placeOf(job, lane)
      const own = await ownSeconds(lane, job)
      if (own === null || lane.slots === 0) return { position, eta_p50: null, eta_p90: null }
      const done = job.status === 'R' ? Number(job.progress['fraction'] ?? 0) : 0
      const seconds = (of: 'p50' | 'p90') => {
        const ahead = (position * lane.jobSeconds[of]) / lane.slots
        return Math.round((ahead + own[of] * (1 - done)) * 10) / 10
      }
      return { position, eta_p50: seconds('p50'), eta_p90: seconds('p90') }
    },
    async usualSeconds(reader, job) {
      return (await ownSeconds(await laneState(reader, job.lane), job))?.p90 ?? null
    },
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

interface Recent {
  type: string
  seconds: number
  work: number
}

async function readLane(kinds: Kinds, reader: Reader, lane: string): Promise<LaneState> {
  const waiting = await sql<Waiting>`
    select id, user_id, priority, row_number() over (partition by user_id order by id)::int as rank
    from inference_jobs where lane = ${lane} and status = 'P' and admitted_at is null`.execute(
    reader,
  )
  const { rows: counts } = await sql<{ running: number; slots: number }>`
    select
      (select count(*)::int from inference_jobs
        where lane = ${lane} and admitted_at is not null and status in ('P', 'R')) as running,
      (select coalesce(sum(slots), 0)::int from lane_workers where lane = ${lane}
        and heartbeat_at > now() - make_interval(secs => ${LANE_ALIVE_SECONDS})) as slots`.execute(
    reader,
  )
  const { rows: recent } = await sql<Recent>`
    select type, engine_ms / 1000.0::float8 as seconds,
      coalesce(work, num_images * (parameters->>'steps')::int)::float8 as work
    from inference_jobs
    where lane = ${lane} and status = 'S' and engine_ms is not null
    order by finished_at desc limit ${RECENT_JOBS}`.execute(reader)
  return { waiting: waiting.rows, ...counts[0]!, ...(await measure(kinds, recent)) }
}

async function measure(
  kinds: Kinds,
  recent: readonly Recent[],
): Promise<Pick<LaneState, 'paces' | 'jobSeconds'>> {
  const measured = await Promise.all(
    recent.map(async (job) => ({ ...job, unit: (await kinds.find(job.type))?.unit })),
  )
  const paces = new Map<WorkUnit, Pace>()
  const ahead: Pace = { p50: 0, p90: 0 }
  for (const [unit, jobs] of Map.groupBy(measured, (job) => job.unit)) {
    if (unit === undefined) continue
    const secondsEach = jobs.map(({ seconds, work }) => seconds / work)
    const pace = { p50: percentile(secondsEach, 0.5), p90: percentile(secondsEach, 0.9) }
    paces.set(unit, pace)
    const work = jobs.reduce((sum, job) => sum + job.work, 0) / recent.length
    ahead.p50 += work * pace.p50
    ahead.p90 += work * pace.p90
  }
  return { paces, jobSeconds: ahead }
}
